import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MessagePageQuestion, StoredEvent } from '../app/ports/store.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import type { Address, MessageId } from '../core/ids.ts';
import { readRows } from './batch-get.ts';
import { isOwnRow, readEventRow } from './event-row.ts';
import { eventPrefix, eventRowKey, rowName, secondEventRowKey } from './keys.ts';
import { queryPages } from './query-pages.ts';

export type LongMessage = {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly messageId: MessageId;
};
export type Statuses = ReadonlyMap<Address, MessageStatus>;

/** Calls that look for the events of a page. One reads about a thousand events. */
const maxEventCalls = 8;
const typesWithoutStatus = ['unsubscribe', 'resubscribe', 'unknown'];

/**
 * The events of some recipients, in the order in which they happened. On the first page also those without a recipient, and all
 * that set no status: only recipients with such an event can be without one.
 */
export async function findEvents(
  { client, table, messageId }: LongMessage,
  recipients: readonly Address[],
  isFirst: boolean,
  { events: most, hasTime }: MessagePageQuestion,
): Promise<{ events: readonly StoredEvent[]; isWhole: boolean }> {
  const names = new Map(recipients.map((recipient, index) => [`:r${index}`, recipient]));
  const types = new Map(typesWithoutStatus.map((type, index) => [`:t${index}`, type]));
  const conditions = [
    ...(names.size > 0 ? [`recipient IN (${[...names.keys()].join(', ')})`] : []),
    ...(isFirst ? ['attribute_not_exists(recipient)', `#type IN (${[...types.keys()].join(', ')})`] : []),
  ];
  if (conditions.length === 0) return { events: [], isWhole: true };
  const pages = queryPages(client, {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :prefix)',
    FilterExpression: conditions.join(' OR '),
    ExpressionAttributeValues: {
      ':messageId': messageId,
      ':prefix': eventPrefix,
      ...Object.fromEntries(names),
      ...(isFirst && Object.fromEntries(types)),
    },
    ...(isFirst && { ExpressionAttributeNames: { '#type': 'type' } }),
    ScanIndexForward: false,
  });
  const events: StoredEvent[] = [];
  const counts = new Map<string | undefined, number>();
  const areEnough = () =>
    recipients.length > 0 && recipients.every((recipient) => (counts.get(recipient) ?? 0) > most);
  let calls = 0;
  let isWhole = true;
  for await (const rows of pages) {
    for (const event of rows.map(readEventRow)) {
      events.push(event);
      counts.set(event.recipient, (counts.get(event.recipient) ?? 0) + 1);
    }
    calls += 1;
    isWhole = calls < maxEventCalls && hasTime() && !areEnough();
    if (!isWhole) break;
  }
  return { events: events.reverse(), isWhole };
}

/** The events that decided, by recipient, unless they have expired. */
export async function readDeciding(
  { client, table, messageId }: LongMessage,
  statuses: Statuses,
): Promise<ReadonlyMap<Address, StoredEvent>> {
  const keysOf = ({ occurredAt, eventId: id, provider }: MessageStatus) => [
    eventRowKey({ messageId, occurredAt, id }),
    secondEventRowKey({ messageId, occurredAt, id, provider }),
  ];
  const rows = await readRows(client, { table, keys: [...statuses.values()].flatMap(keysOf) });
  const found = [...statuses].flatMap(([recipient, status]) => {
    const row = keysOf(status)
      .map((key) => rows.get(rowName(key)))
      .find((each) => each !== undefined && isOwnRow(each, status));
    return row ? [[recipient, readEventRow(row)] as const] : [];
  });
  return new Map(found);
}
