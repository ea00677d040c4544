import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { eventPrefix, type RowKey } from '../../store/keys.ts';

export type Reconciliation = {
  /** Distinct events that were accepted. */
  readonly events: number;
  readonly lost: readonly RowKey[];
  /** Event rows of these messages that no accepted event explains. */
  readonly doubled: readonly RowKey[];
};

/** Compares what was accepted with what is stored, row by row. */
export async function reconcile(
  expected: readonly RowKey[],
  client: DynamoDBDocumentClient,
  table: string,
  onMessage: () => void,
): Promise<Reconciliation> {
  const accepted = new Map(expected.map((key) => [textOf(key), key]));
  const found = new Map<string, RowKey>();
  const messageIds = [...new Set(expected.map(({ messageId }) => messageId))];
  // One iterator, many takers: each reads the next message as soon as it is free.
  const remaining = messageIds.values();
  const taker = async () => {
    for (const messageId of remaining) {
      for (const key of await eventKeys(client, table, messageId)) found.set(textOf(key), key);
      onMessage();
    }
  };
  await Promise.all(Array.from({ length: 16 }, taker));
  return {
    events: accepted.size,
    lost: [...accepted].filter(([text]) => !found.has(text)).map(([, key]) => key),
    doubled: [...found].filter(([text]) => !accepted.has(text)).map(([, key]) => key),
  };
}

async function eventKeys(
  client: DynamoDBDocumentClient,
  table: string,
  messageId: string,
): Promise<RowKey[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
    ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
    ProjectionExpression: 'messageId, sortKey',
    ConsistentRead: true,
  };
  const keys: RowKey[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) keys.push(...(Items as RowKey[]));
  return keys;
}

function textOf({ messageId, sortKey }: RowKey): string {
  return JSON.stringify([messageId, sortKey]);
}
