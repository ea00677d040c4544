import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  type PutCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { AddressRowKey } from './keys.ts';

export type Put = (put: PutCommandInput) => Promise<unknown>;

/** Thrown when the row that a write depends on does not exist any more. */
export class RowGone extends Error {}

/** Puts a row only while another one of the table exists. Throws as a put does when its own condition fails. */
export function putWhile(client: DynamoDBDocumentClient, TableName: string, Key: AddressRowKey): Put {
  return async (put) => {
    const check = { TableName, Key, ConditionExpression: 'attribute_exists(sortKey)' };
    const TransactItems = [{ Put: put }, { ConditionCheck: check }];
    try {
      await client.send(new TransactWriteCommand({ TransactItems }));
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const [own, other] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      if (other === 'ConditionalCheckFailed') throw new RowGone('the row is gone');
      // Somebody writes to the same rows at this moment: that is as good as having been there first.
      const isTaken = [own, other].some(
        (code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict',
      );
      throw isTaken
        ? new ConditionalCheckFailedException({ message: 'taken', $metadata: error.$metadata })
        : error;
    }
  };
}
