import { setTimeout as delay } from 'node:timers/promises';
import { type AttributeValue, BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { chunksOf, inFlight } from './in-flight.ts';
import { type AddressRowKey, type MessageRowKey, rowName } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { backoffMillis, maxStalls, type Pause, passes } from './trouble.ts';

type Question = {
  readonly table: string;
  readonly keys: readonly (MessageRowKey | AddressRowKey)[];
  /** The attributes to read, including the key. Omit to read all. */
  readonly projection?: string;
};

/** Rows by name: undefined when the row does not exist, absent from the map when DynamoDB did not answer. */
export type Found = ReadonlyMap<string, RowFields | undefined>;

type Keys = Record<string, AttributeValue>[];
type Answered = { readonly rows: readonly RowFields[]; readonly unanswered: Keys };

/** The maximum of DynamoDB per call. */
const maxKeys = 100;
const callsInFlight = 8;

/** Reads rows consistently. Asks again for keys that a busy table did not process. Any other failure is an error. */
export async function readRows(client: DynamoDBDocumentClient, question: Question): Promise<Found> {
  return batchGet(question, async (keys) => {
    const rows: RowFields[] = [];
    let left = keys;
    for (let pause = 50; ; pause = Math.min(2 * pause, 5_000)) {
      const answered = await askFor(client, question, left, { ConsistentRead: true });
      rows.push(...answered.rows);
      left = answered.unanswered;
      if (left.length === 0) return { rows, unanswered: [] };
      await delay(pause);
    }
  });
}

export type Patience = { readonly isTimeUp: () => boolean; readonly pause: Pause };

/**
 * Reads rows with eventual consistency, at a tenth of the price of a write. Asks again while the table is busy. Rows that
 * could not be read, because of an error or lack of time, are left out: reading them saves writes, and nothing else
 * depends on it.
 */
export async function tryReadRows(
  client: DynamoDBDocumentClient,
  question: Question,
  { isTimeUp, pause }: Patience,
): Promise<Found> {
  return batchGet(question, async (keys) => {
    const rows: RowFields[] = [];
    let left = keys;
    for (let stalls = 0; stalls <= maxStalls && !isTimeUp(); ) {
      const answered = await askFor(client, question, left).catch(passes);
      // An error that does not pass: the rows are written without having been read.
      if (answered === false) break;
      const unanswered = answered === true ? left : answered.unanswered;
      if (answered !== true) rows.push(...answered.rows);
      stalls = unanswered.length < left.length ? 0 : stalls + 1;
      left = unanswered;
      if (left.length === 0) break;
      await pause(backoffMillis(stalls));
    }
    return { rows, unanswered: left };
  });
}

async function batchGet(
  { keys }: Question,
  ask: (keys: Keys) => Promise<Answered>,
): Promise<Map<string, RowFields | undefined>> {
  const found = new Map<string, RowFields | undefined>();
  // DynamoDB refuses a request that contains a key twice.
  const distinct = [...new Map(keys.map((key) => [rowName(key), key]))];
  await inFlight(chunksOf(distinct, maxKeys), callsInFlight, async (asked) => {
    const { rows, unanswered } = await ask(asked.map(([, key]) => toAttributes(key)));
    for (const [name] of asked) found.set(name, undefined);
    for (const row of rows) found.set(rowName(row), row);
    for (const key of unanswered) found.delete(rowName(unmarshall(key)));
  });
  return found;
}

async function askFor(
  client: DynamoDBDocumentClient,
  { table, projection }: Question,
  Keys: Keys,
  options: { readonly ConsistentRead?: boolean } = {},
): Promise<Answered> {
  const request = { Keys, ...options, ...(projection && { ProjectionExpression: projection }) };
  const answer = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: request } }));
  return {
    rows: (answer.Responses?.[table] ?? []).map((item) => unmarshall(item)),
    unanswered: answer.UnprocessedKeys?.[table]?.Keys ?? [],
  };
}

function toAttributes(key: MessageRowKey | AddressRowKey): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { S: value }]));
}
