import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RowFields } from './row-fields.ts';
import { unchanged } from './unchanged.ts';

/** Attributes that change whenever a row of an address is written to. Rows of earlier versions have only the last. */
export const changing = ['latest', 'first', 'lastStart', 'firstReach', 'version', 'recordedAt'];

/**
 * Removes a row of an address, unless something was added to it since it was read: that has not been judged yet. Returns whether it
 * was removed.
 */
export async function removeUnchanged(
  client: DynamoDBDocumentClient,
  TableName: string,
  row: RowFields,
): Promise<boolean> {
  const { address, sortKey } = row;
  try {
    await client.send(
      new DeleteCommand({ TableName, Key: { address, sortKey }, ...unchanged(row, changing) }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}
