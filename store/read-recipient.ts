import { BatchGetCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus } from '../core/fold-status.ts';
import type { Address, MessageId } from '../core/ids.ts';
import type { RowKey } from './keys.ts';
import { readStatusRow } from './status-row.ts';

/** One message to an address, and what became of it there. */
export type RecipientMessage = {
  readonly messageId: MessageId;
  /** When the first event about it was stored. */
  readonly firstSeenAt: string;
  readonly status: MessageStatus;
};

export type RecipientMessages = {
  /** Newest first. */
  readonly messages: readonly RecipientMessage[];
  /** Where to go on; absent when there are no more. */
  readonly next?: Readonly<Record<string, unknown>>;
};

/** The latest messages of an address: the index has their keys, the table their statuses. At most 100 at a time. */
export async function readRecipient(
  client: DynamoDBDocumentClient,
  table: string,
  address: Address,
  { limit, from }: { readonly limit: number; readonly from?: RecipientMessages['next'] },
): Promise<RecipientMessages> {
  const { Items = [], LastEvaluatedKey } = await client.send(
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
  const keys = Items.map(({ messageId, sortKey }) => ({ messageId, sortKey }) as RowKey);
  const rows = await readRows(client, table, keys);
  const messages = keys.flatMap((key) => {
    const row = rows.get(textOf(key));
    // A row may expire between the two questions.
    if (!row) return [];
    return [
      {
        messageId: key.messageId as MessageId,
        firstSeenAt: String(row['firstSeenAt']),
        status: readStatusRow(row),
      },
    ];
  });
  return { messages, ...(LastEvaluatedKey && { next: LastEvaluatedKey }) };
}

async function readRows(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly RowKey[],
): Promise<Map<string, Record<string, unknown>>> {
  const rows = new Map<string, Record<string, unknown>>();
  for (let left = [...keys]; left.length > 0; ) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
    );
    for (const row of Responses?.[table] ?? []) rows.set(textOf(row as RowKey), row);
    left = (UnprocessedKeys?.[table]?.Keys ?? []) as RowKey[];
  }
  return rows;
}

function textOf({ messageId, sortKey }: RowKey): string {
  return JSON.stringify([messageId, sortKey]);
}
