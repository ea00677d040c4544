import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { momentFromMillis } from '../core/moment.ts';
import { dynamoDbStore, type StoreSettings } from './dynamodb-store.ts';
import { eventRow } from './event-row.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import type { RowFields } from './row-fields.ts';
import { statusRow } from './status-row.ts';
import type { Write } from './store.ts';

/** The maximum of DynamoDB per call. */
const maxPuts = 25;
const callsInFlight = 4;

/**
 * Writes messages of which nothing is stored yet, each with all of its events, as if every event had been stored when it
 * was received. It does not compare with what is there, and is several times as fast for it. The status of a message comes
 * last, so that a message with a status is complete.
 */
export async function putNewMessages(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  writes: readonly Write[],
): Promise<void> {
  const { table, windowDays, statusRetentionDays } = settings;
  const times = new Map<string, { first: number; last: number }>();
  const events: RowFields[] = [];
  for (const write of writes) {
    if (write.type !== 'event') continue;
    const { event, arrival } = write;
    const at = arrival.receivedAt.getTime();
    const { first, last } = times.get(event.messageId) ?? { first: at, last: at };
    times.set(event.messageId, { first: Math.min(first, at), last: Math.max(last, at) });
    events.push(eventRow(event, arrival, { now: arrival.receivedAt, windowDays }));
  }
  await putAll(client, table, events);
  await recordSuppressions(
    client,
    settings,
    writes,
    Math.max(...[...times.values()].map(({ last }) => last)),
  );
  const statuses = writes.flatMap((write): RowFields[] => {
    const time = write.type === 'status' ? times.get(write.key.messageId) : undefined;
    if (write.type !== 'status' || !time) return [];
    const now = new Date(time.last);
    const firstSeenAt = momentFromMillis(time.first);
    return [statusRow(write.key, write.status, { now, retentionDays: statusRetentionDays, firstSeenAt })];
  });
  await putAll(client, table, statuses);
}

/** Rows of an address may exist already, because people get several messages. */
async function recordSuppressions(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  writes: readonly Write[],
  at: number,
): Promise<void> {
  const rows = writes.filter(({ type }) => type === 'suppression');
  if (rows.length === 0) return;
  const store = dynamoDbStore(client, settings, () => new Date(at));
  for (const outcome of await store.writeAll(rows, () => false)) {
    if (outcome.type === 'failed' || outcome.type === 'busy') throw outcome.error;
  }
}

async function putAll(
  client: DynamoDBDocumentClient,
  table: string,
  rows: readonly RowFields[],
): Promise<void> {
  await inFlight(chunksOf(rows, maxPuts), callsInFlight, async (chunk) => {
    let requests: { PutRequest?: { Item: RowFields | undefined } }[] = chunk.map((Item) => ({
      PutRequest: { Item },
    }));
    while (requests.length > 0) {
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [table]: requests } }),
      );
      requests = UnprocessedItems?.[table] ?? [];
    }
  });
}
