import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { chunksOf, inFlight } from './in-flight.ts';
import { type RowKey, rowName } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import type { AddressRowKey } from './suppression-row.ts';

export type Question = {
  readonly table: string;
  readonly keys: readonly (RowKey | AddressRowKey)[];
  /** Which attributes are wanted, key included; all when it is left out. */
  readonly projection?: string;
};

/** By name the row, or undefined where there is none. A key that got no answer is not in it. */
export type Found = ReadonlyMap<string, RowFields | undefined>;

const mostKeys = 100;
const callsInFlight = 8;

/**
 * Rows as they were a moment ago, at a tenth of the price of a write. What cannot be found out, for trouble or lack of
 * time, is left open: a look saves writes, and nothing else depends on it.
 */
export async function lookUp(
  client: DynamoDBDocumentClient,
  { table, keys, projection }: Question,
  isTimeUp: () => boolean,
): Promise<Found> {
  const found = new Map<string, RowFields | undefined>();
  await inFlight(chunksOf(keys, mostKeys), callsInFlight, async (asked) => {
    if (isTimeUp()) return;
    const request = {
      Keys: asked.map(toAttributes),
      ...(projection && { ProjectionExpression: projection }),
    };
    const command = new BatchGetItemCommand({ RequestItems: { [table]: request } });
    const answer = await client.send(command).catch(() => undefined);
    if (!answer) return;
    for (const key of asked) found.set(rowName(key), undefined);
    for (const item of answer.Responses?.[table] ?? []) {
      const row = unmarshall(item);
      found.set(rowName(row), row);
    }
    for (const key of answer.UnprocessedKeys?.[table]?.Keys ?? []) found.delete(rowName(unmarshall(key)));
  });
  return found;
}

function toAttributes(key: RowKey | AddressRowKey): Record<string, { S: string }> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { S: value }]));
}
