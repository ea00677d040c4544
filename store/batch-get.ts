import { setTimeout as delay } from 'node:timers/promises';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RowKey } from './keys.ts';
import type { Row } from './scan-partitions.ts';
import type { AddressRowKey } from './suppression-row.ts';

/** As many as one request may ask for. */
const mostKeys = 100;

/** The rows that exist among the keys, in no order. */
export async function readRows(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly (RowKey | AddressRowKey)[],
): Promise<Row[]> {
  // Asked for twice in one request, a key is an error.
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  const rows: Row[] = [];
  for (let index = 0; index < distinct.length; index += mostKeys)
    rows.push(...(await readSome(client, table, distinct.slice(index, index + mostKeys))));
  return rows;
}

async function readSome(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly (RowKey | AddressRowKey)[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let left: Row[] = [...keys];
  for (let pause = 50; left.length > 0; pause = Math.min(2 * pause, 5_000)) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
    );
    rows.push(...(Responses?.[table] ?? []));
    left = UnprocessedKeys?.[table]?.Keys ?? [];
    // What comes back unread was too much at once for the table.
    if (left.length > 0) await delay(pause);
  }
  return rows;
}
