import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexPosition, RecipientMessage } from '../app/ports/store.ts';
import type { Address, MessageId } from '../core/ids.ts';
import { readRows } from './batch-get.ts';
import { type MessageRowKey, rowName } from './keys.ts';
import { readStatusRow } from './status-row.ts';

/** The latest messages of an address, at most 100. The index has their keys, the table their statuses. */
export async function readRecipient(
  client: DynamoDBDocumentClient,
  table: string,
  address: Address,
  { limit, from }: { readonly limit: number; readonly from?: IndexPosition },
): Promise<{ messages: RecipientMessage[]; next?: IndexPosition }> {
  const { Items = [], LastEvaluatedKey: next } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'byRecipient',
      KeyConditionExpression: 'recipient = :recipient',
      ExpressionAttributeValues: { ':recipient': address },
      ScanIndexForward: false,
      Limit: Math.min(limit, 100),
      ...(from && { ExclusiveStartKey: from }),
    }),
  );
  const keys = Items.map(({ messageId, sortKey }) => ({ messageId, sortKey }) as MessageRowKey);
  const rows = await readRows(client, { table, keys });
  const messages = keys.flatMap((key): RecipientMessage[] => {
    const row = rows.get(rowName(key));
    // The row may expire between the query and this read.
    if (!row) return [];
    const messageId = key.messageId as MessageId;
    return [{ messageId, firstSeenAt: String(row['firstSeenAt']), status: readStatusRow(row) }];
  });
  return { messages, ...(next && { next }) };
}
