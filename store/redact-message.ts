import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Address } from '../core/ids.ts';
import { redactionMark } from './event-row.ts';
import { eventPrefix } from './keys.ts';
import { packPayload, unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import { unchanged } from './unchanged.ts';

type Table = { readonly client: DynamoDBDocumentClient; readonly table: string };

/** A report about several recipients is stored with the event of each, and its payload names all of them. */
export async function redactMessage(
  { client, table }: Table,
  keys: readonly Address[],
  messageId: string,
  now: Date,
): Promise<number> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
    ExpressionAttributeValues: { ':messageId': messageId, ':events': eventPrefix },
    ConsistentRead: true,
  };
  let count = 0;
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const row of Items.filter(({ recipient }) => !keys.some((key) => key === recipient)))
      if (await redactRow({ client, table }, keys, row, now)) count += 1;
  }
  return count;
}

/** Returns whether the payload named the address. */
async function redactRow(
  { client, table }: Table,
  keys: readonly Address[],
  read: RowFields,
  now: Date,
): Promise<boolean> {
  const { messageId, sortKey } = read;
  const Key = { messageId, sortKey };
  for (let row: RowFields | undefined = read; row; ) {
    const payload = withoutAddress(row, keys);
    if (!payload) return false;
    const condition = unchanged(row, ['sortKey', 'payload']);
    try {
      await client.send(
        new UpdateCommand({
          TableName: table,
          Key,
          // The mark tells the audit that the payload no longer says everything that the row says.
          UpdateExpression: `SET #payload = :redacted, ${redactionMark} = :now`,
          ...condition,
          ExpressionAttributeValues: {
            ...condition.ExpressionAttributeValues,
            ':redacted': payload,
            ':now': now.toISOString(),
          },
        }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The row has expired, or another recipient of the same message was forgotten in the meantime.
      row = (await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;
    }
  }
  return false;
}

/** The payload without the address; undefined when it does not contain the address. */
function withoutAddress(row: RowFields, keys: readonly Address[]): Uint8Array | undefined {
  const text = unpackPayload(row);
  const literals = keys.map((key) => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Matches whole addresses only: banana@example.com is not ana@example.com.
  const named = new RegExp(`(?<![\\w.+%-])(?:${literals.join('|')})(?![\\w-])`, 'gi');
  const redacted = text.replace(named, 'forgotten');
  return redacted === text ? undefined : packPayload(row, redacted);
}
