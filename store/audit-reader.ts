import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { AuditReader, EventRef } from '../app/ports/audit.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { auditedAddress, entryInRow, keysOfEntry, placesOfEntry } from './audited-address.ts';
import { auditedEvent, auditedMessage } from './audited-message.ts';
import { readRows } from './batch-get.ts';
import { rowCount } from './describe-table.ts';
import { isOwnRow } from './event-row.ts';
import { eventRowKey, type MessageRowKey, secondEventRowKey, seenKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { placeOf, placeOfEvent } from './row-place.ts';
import { type Partition, type PartitionKey, scanPartitions } from './scan-partitions.ts';

type Tables = { readonly messages: string; readonly addresses: string };

/** Reads rows for the audit, and reports what is wrong with a single row. */
export function auditReader(
  client: DynamoDBDocumentClient,
  tables: Tables,
  settings: SuppressionSettings,
): AuditReader {
  return {
    rowCount: (of) => rowCount(client, tables[of]),
    messages: (sample) => mapped(messagesIn(client, tables.messages, sample), auditedMessage),
    message: async (id) => auditedMessage(await readPartition(client, tables.messages, 'messageId', id)),
    addresses: () =>
      mapped(scanPartitions(client, tables.addresses, 'address'), (partition) =>
        auditedAddress(partition, settings),
      ),
    address: async (address) =>
      auditedAddress(await readPartition(client, tables.addresses, 'address', address), settings),
    placesOfEntry,
    placeOfEvent,
    async findEntries(entries) {
      const rows = await findRows(client, tables.addresses, entries.flatMap(keysOfEntry));
      const byPlace = new Map<string, RowFields>(rows.map((row) => [placeOf(row), row]));
      return entries.map((entry) => {
        const stored = placesOfEntry(entry).map((place) => byPlace.get(place));
        return stored.map((row) => row && entryInRow(entry, row, settings)).find(Boolean);
      });
    },
    async findEvents(events) {
      const rows = await findRows(client, tables.messages, events.flatMap(eventRowKeys));
      const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
      return new Map(
        events.flatMap((event) => {
          const row = rowOfEvent(event, byPlace);
          return row ? [[placeOfEvent(event), auditedEvent(row)] as const] : [];
        }),
      );
    },
  };
}

/** The row of an event is under its usual key, unless an event of another provider with the same id was there first. */
function rowOfEvent(event: EventRef, rows: ReadonlyMap<string, RowFields>): RowFields | undefined {
  return eventRowKeys(event)
    .map((key) => rows.get(placeOf({ ...key })))
    .find((row) => row !== undefined && isOwnRow(row, event));
}

function eventRowKeys({ provider = '', ...event }: EventRef): MessageRowKey[] {
  return [eventRowKey(event), secondEventRowKey({ ...event, provider })];
}

async function findRows(
  client: DynamoDBDocumentClient,
  table: string,
  keys: Parameters<typeof readRows>[1]['keys'],
): Promise<RowFields[]> {
  const found = await readRows(client, { table, keys });
  return [...found.values()].filter((row) => row !== undefined);
}

/** All messages of a table, or `sample` of them from a random start. */
async function* messagesIn(
  client: DynamoDBDocumentClient,
  table: string,
  sample: number | undefined,
): AsyncGenerator<Partition> {
  if (sample === undefined) {
    yield* scanMessages(client, table);
    return;
  }
  const seen = new Set<string>();
  // From a random start to the end, then from the beginning. A scan returns keys in the order of their hashes.
  for (const start of [randomUUID(), undefined]) {
    for await (const partition of scanMessages(client, table, start)) {
      if (seen.size === sample) return;
      if (seen.has(partition.key)) break;
      seen.add(partition.key);
      yield partition;
    }
  }
}

async function* scanMessages(
  client: DynamoDBDocumentClient,
  table: string,
  startAfter?: string,
): AsyncGenerator<Partition> {
  for await (const partition of scanPartitions(client, table, 'messageId', startAfter))
    if (partition.key !== seenKey) yield partition;
}

/** One partition, by a consistent read. */
async function readPartition(
  client: DynamoDBDocumentClient,
  table: string,
  partitionKey: PartitionKey,
  key: string,
): Promise<Partition> {
  const query = {
    TableName: table,
    KeyConditionExpression: '#key = :key',
    ExpressionAttributeNames: { '#key': partitionKey },
    ExpressionAttributeValues: { ':key': key },
    ConsistentRead: true,
  };
  const rows: RowFields[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) rows.push(...Items);
  return { key, rows };
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
