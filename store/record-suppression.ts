import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SuppressionEntry } from '../core/suppression.ts';
import { putSuppressionIfNew } from './suppression-row.ts';

/** Adds an entry to the history of its address. Returns whether it was new. */
export async function recordSuppression(
  client: DynamoDBDocumentClient,
  table: string,
  entry: SuppressionEntry,
  now: Date,
): Promise<boolean> {
  try {
    await client.send(new PutCommand(putSuppressionIfNew(table, entry, now)));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
