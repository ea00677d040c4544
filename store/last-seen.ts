import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LastSeen } from '../app/ports/health.ts';
import { seenKey } from './keys.ts';

/** A provider that has been silent for longer is not in use. */
const keptDays = 400;

/** Notes that an event of the provider was stored. The latest time stays, in whatever order it is told. */
export async function noteSeen(
  client: DynamoDBDocumentClient,
  table: string,
  provider: string,
  at: Date,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: table,
    Key: { messageId: seenKey, sortKey: provider },
    UpdateExpression: 'SET seenAt = :at, expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(seenAt) OR seenAt < :at',
    ExpressionAttributeValues: {
      ':at': at.toISOString(),
      ':expiresAt': Math.floor(at.getTime() / 1000) + keptDays * 86_400,
    },
  });
  try {
    await client.send(update);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export async function readLastSeen(client: DynamoDBDocumentClient, table: string): Promise<LastSeen> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :key',
    ExpressionAttributeValues: { ':key': seenKey },
  };
  const seen = new Map<string, Date>();
  for await (const { Items = [] } of paginateQuery({ client }, query))
    for (const { sortKey, seenAt } of Items) seen.set(String(sortKey), new Date(String(seenAt)));
  return seen;
}
