import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredEvent } from '../app/ports/store.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { eventRowKey, type MessageRowKey, readEventSortKey } from './keys.ts';
import { packPayload, unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import { readMetadata, storedMetadata } from './stored-metadata.ts';

export type Arrival = {
  /** When the receiver accepted the event, SNS sent it to the queue, or a person imported it. */
  readonly receivedAt: Date;
  readonly imported?: true;
};

/** The attribute that says when a forgotten address was removed from the payload. */
export const redactionMark = 'redactedAt';

type EventRowTimes = { readonly now: Date; readonly windowDays: number };

/** The row is both the record of the event and the mark that it was counted: only the first write succeeds. */
export function eventRow(
  event: EmailEvent,
  arrival: Arrival,
  times: EventRowTimes,
  key: MessageRowKey = eventRowKey(event),
): RowFields {
  const row: Record<string, unknown> = { ...key, ...eventFields(event) };
  row['receivedAt'] = arrival.receivedAt.toISOString();
  if (arrival.imported) row['imported'] = true;
  row['storedAt'] = times.now.toISOString();
  row['expiresAt'] = secondsOf(times.now) + times.windowDays * 86_400;
  row['payload'] = packPayload(row, writtenOut(event.payload));
  return row;
}

/** What the event says, except for what is in its key and for its payload. */
export function eventFields(event: EmailEvent): RowFields {
  const { id: _, messageId: __, occurredAt: ___, payload: ____, ...readable } = event;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(readable)) if (!isEmpty(value)) fields[name] = value;
  if (event.metadata) fields['metadata'] = storedMetadata(event.metadata, event.tags);
  return fields;
}

/** JSON with thousands of nested brackets can be parsed, but not written. */
function writtenOut(payload: unknown): string {
  try {
    return JSON.stringify(payload);
  } catch {
    throw new Error('expected an event that can be written as JSON, found one that is nested too deeply');
  }
}

/** DynamoDB may delete expired rows days late, so an expired row counts as absent. */
export function putEventIfNew(
  table: string,
  event: EmailEvent,
  arrival: Arrival,
  times: EventRowTimes,
  key: MessageRowKey = eventRowKey(event),
): PutCommandInput {
  return {
    TableName: table,
    Item: eventRow(event, arrival, times, key),
    ConditionExpression: 'attribute_not_exists(sortKey) OR expiresAt < :now',
    ExpressionAttributeValues: { ':now': secondsOf(times.now) },
    // A refusal returns the stored row: it may be an event of another provider with the same id.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/** Whether the row under the usual key of an event is its own, and not that of an event of another provider. */
export function isOwnRow(row: RowFields, { provider }: { readonly provider?: string }): boolean {
  return row['provider'] === undefined || provider === undefined || row['provider'] === provider;
}

/** Whether two rows of an event come from one write. A report that comes again is received, or at least stored, at another time. */
export function isSameWrite(row: RowFields, other: RowFields): boolean {
  return row['storedAt'] === other['storedAt'] && row['receivedAt'] === other['receivedAt'];
}

/** Whether the row still marks a repeat. The opposite of the condition in `putEventIfNew`. */
export function isWithinWindow(row: RowFields, now: Date): boolean {
  return Number(row['expiresAt']) >= secondsOf(now);
}

export function readEventRow(row: RowFields): StoredEvent {
  return { ...readEventFields(row), payload: JSON.parse(unpackPayload(row)) } as StoredEvent;
}

/** Everything but the payload, which takes longer to unpack than all the rest. */
export function readEventFields(row: RowFields): Omit<StoredEvent, 'payload'> {
  const fields: Record<string, unknown> = {};
  // A loop: taking a row apart with `...rest` takes twice as long, and the historian reads every row.
  for (const name of Object.keys(row)) if (!notReadable.has(name)) fields[name] = row[name];
  const metadata = readMetadata(row['metadata'], row['tags']);
  if (metadata) fields['metadata'] = metadata;
  return Object.assign(fields, readEventSortKey(String(row['sortKey']))) as unknown as Omit<
    StoredEvent,
    'payload'
  >;
}

const notReadable: ReadonlySet<string> = new Set([
  'sortKey',
  'expiresAt',
  redactionMark,
  'payload',
  'metadata',
]);

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
