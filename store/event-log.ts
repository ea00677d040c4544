import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { EventLog } from '../app/ports/history.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { type Found, readRows } from './batch-get.ts';
import { isOwnRow, isWithinWindow } from './event-row.ts';
import { inFlight } from './in-flight.ts';
import {
  eventPrefix,
  eventRowKey,
  readEventSortKey,
  rowName,
  secondEventRowKey,
  statusRowKey,
} from './keys.ts';
import type { RowFields } from './row-fields.ts';

type Source = { readonly client: DynamoDBDocumentClient; readonly table: string; readonly now: () => Date };

const queriesInFlight = 16;

export function eventLog(source: Source): EventLog {
  return {
    stores: (events) => storesEvents(source, events),
    knowsFromWebhook: (events) => reportedByWebhook(source, events),
  };
}

const projection = 'messageId, sortKey, expiresAt, provider';

async function storesEvents(
  { client, table, now }: Source,
  events: readonly EmailEvent[],
): Promise<boolean[]> {
  const isStored = (found: Found, key: (event: EmailEvent) => object) => (event: EmailEvent) => {
    const row = found.get(rowName(key(event) as RowFields));
    return row !== undefined && isOwnRow(row, event) && isWithinWindow(row, now());
  };
  const found = await readRows(client, { table, keys: events.map(eventRowKey), projection });
  // Only when an event of another provider is in its place.
  const displaced = events.filter((event) => {
    const row = found.get(rowName(eventRowKey(event)));
    return row !== undefined && !isOwnRow(row, event);
  });
  const second = await readRows(client, { table, keys: displaced.map(secondEventRowKey), projection });
  const [first, other] = [isStored(found, eventRowKey), isStored(second, secondEventRowKey)];
  return events.map((event) => first(event) || other(event));
}

/** Messages that nothing is known about have no status row, so that most files cost few reads. */
async function reportedByWebhook(
  { client, table }: Source,
  events: readonly EmailEvent[],
): Promise<boolean[]> {
  const keys = events.flatMap(({ messageId, recipient }) =>
    recipient ? [statusRowKey({ messageId, recipient })] : [],
  );
  const statuses = await readRows(client, { table, keys, projection: 'messageId, sortKey' });
  const known = [
    ...new Set([...statuses.values()].flatMap((row) => (row ? [String(row['messageId'])] : []))),
  ];
  const marks = new Set<string>();
  await inFlight(known, queriesInFlight, async (messageId) => {
    // What an earlier import has stored is known by its id.
    for (const row of await eventRows(client, table, messageId))
      if (row['imported'] !== true) marks.add(markOf(row));
  });
  return events.map(({ messageId, recipient, type, provider, occurredAt }) =>
    marks.has(nameOf([messageId, recipient, type, provider], occurredAt)),
  );
}

async function eventRows(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: string,
): Promise<RowFields[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
    ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
    ProjectionExpression: 'messageId, sortKey, #type, recipient, provider, imported',
    ExpressionAttributeNames: { '#type': 'type' },
    ConsistentRead: true,
  };
  const rows: RowFields[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) rows.push(...Items);
  return rows;
}

function markOf({ messageId, sortKey, recipient, type, provider }: RowFields): string {
  return nameOf([messageId, recipient, type, provider], readEventSortKey(String(sortKey)).occurredAt);
}

/** Files have whole seconds where webhooks have milliseconds, or the other way round. */
function nameOf(facts: readonly unknown[], occurredAt: string): string {
  return JSON.stringify([...facts.map((fact) => fact ?? null), occurredAt.slice(0, 19)]);
}
