import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { compareMessage, eventOrProblem } from '../app/audit/compare-message.ts';
import {
  compareAddressRow,
  compareEntry,
  expectedEntry,
  namesRecentEvent,
} from '../app/audit/compare-suppression.ts';
import type { AuditSettings, Difference } from '../app/audit/difference.ts';
import type { Cause } from '../core/suppression.ts';
import { readRows } from './batch-get.ts';
import { eventRowKey } from './keys.ts';
import { type Partition, type Row, scanPartitions } from './scan-partitions.ts';
import { readSuppressionRow, suppressionRowKey } from './suppression-row.ts';

export type AuditedStore = {
  readonly client: DynamoDBDocumentClient;
  readonly messagesTable: string;
  readonly addressesTable: string;
  /** What suppresses on this stack; evidence of other causes is not recorded. */
  readonly causes: readonly Cause[];
};

export type Audited = { readonly differences: readonly Difference[]; readonly recipients: readonly string[] };

type PartitionKey = 'messageId' | 'address';

/** Messages whose rows are compared together, so that what they need is read by one request. */
const batchSize = 25;

export async function* batchesOf(partitions: AsyncIterable<Partition>): AsyncGenerator<Partition[]> {
  let batch: Partition[] = [];
  for await (const partition of partitions) {
    batch.push(partition);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Statuses against events, and what the events call for against the histories of their recipients. */
export async function auditMessage(
  store: AuditedStore,
  settings: AuditSettings,
  partitions: readonly Partition[],
): Promise<Map<string, Audited>> {
  const compared = partitions.map(({ key, rows }) => ({ key, ...compareMessage(key, rows, settings) }));
  const wanted = compared.map(({ events }) =>
    events.flatMap((event) => expectedEntry(event, store.causes) ?? []),
  );
  const found = byKey(
    await readRows(store.client, store.addressesTable, wanted.flat().map(suppressionRowKey)),
    'address',
  );
  return new Map(
    compared.map(({ key, differences, recipients }, index) => {
      const entries = wanted[index] ?? [];
      const missing = entries.flatMap((entry) =>
        compareEntry(entry, found.get(textOf(suppressionRowKey(entry), 'address'))),
      );
      return [key, { recipients, differences: [...differences, ...missing] }];
    }),
  );
}

/** The histories of addresses against the events they name. */
export async function auditAddress(
  store: AuditedStore,
  settings: AuditSettings,
  partitions: readonly Partition[],
): Promise<Map<string, Difference[]>> {
  const keys = partitions
    .flatMap(({ rows }) => rows)
    .filter((row) => namesRecentEvent(row, settings))
    .map(eventKeyOf);
  const found = byKey(await readRows(store.client, store.messagesTable, keys), 'messageId');
  return new Map(
    partitions.map(({ key, rows }) => [
      key,
      rows.flatMap((row) => {
        const event = found.get(textOf(eventKeyOf(row), 'messageId'));
        return compareAddressRow(row, event && eventOrProblem(event), settings);
      }),
    ]),
  );
}

function eventKeyOf(row: Row) {
  const { messageId, occurredAt, id } = readSuppressionRow(row);
  return eventRowKey({ messageId: (messageId ?? '') as NonNullable<typeof messageId>, occurredAt, id });
}

/** All partitions of a table, or some that lie side by side from a random place on. */
export async function* partitionsOf(
  client: DynamoDBDocumentClient,
  table: string,
  partitionKey: PartitionKey,
  sample: number | undefined,
): AsyncGenerator<Partition> {
  if (sample === undefined) {
    yield* scanPartitions(client, table, partitionKey);
    return;
  }
  const seen = new Set<string>();
  // From a random place to the end, and then from the beginning: keys lie in the order of their hashes.
  for (const start of [randomUUID(), undefined]) {
    for await (const partition of scanPartitions(client, table, partitionKey, start)) {
      if (seen.size === sample) return;
      if (seen.has(partition.key)) break;
      seen.add(partition.key);
      yield partition;
    }
  }
}

/** A second look at one partition, of this very moment. */
export async function readPartition(
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
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) rows.push(...Items);
  return { key, rows };
}

function byKey(rows: readonly Row[], partitionKey: PartitionKey): Map<string, Row> {
  return new Map(rows.map((row) => [textOf(row, partitionKey), row]));
}

function textOf(key: Row, partitionKey: PartitionKey): string {
  return JSON.stringify([key[partitionKey], key['sortKey']]);
}
