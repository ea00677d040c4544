import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Address } from '../core/ids.ts';
import { redactionMark } from './event-row.ts';
import { eventPrefix } from './keys.ts';
import { packPayload, unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import { unchanged } from './unchanged.ts';

type Table = { readonly client: DynamoDBDocumentClient; readonly table: string };

/**
 * A report about several recipients is stored with the event of each, and its payload names all of them. Tags and custom
 * arguments of the mail can name them too.
 */
export async function redactMessage(
  { client, table }: Table,
  keys: readonly Address[],
  messageId: string,
  now: Date,
): Promise<number> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'messageId = :messageId',
    ExpressionAttributeValues: { ':messageId': messageId },
    ConsistentRead: true,
  };
  let count = 0;
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const row of Items.filter(({ recipient }) => !keys.some((key) => key === recipient)))
      if ((await redactRow({ client, table }, keys, row, now)) && isEventRow(row)) count += 1;
  }
  return count;
}

/** The other rows are statuses, which repeat the tags of their events. */
function isEventRow({ sortKey }: RowFields): boolean {
  return String(sortKey).startsWith(eventPrefix);
}

/** Returns whether the row named the address. */
async function redactRow(
  { client, table }: Table,
  keys: readonly Address[],
  read: RowFields,
  now: Date,
): Promise<boolean> {
  const { messageId, sortKey } = read;
  const Key = { messageId, sortKey };
  for (let row: RowFields | undefined = read; row; ) {
    const redacted = withoutAddress(row, keys);
    const names = Object.keys(redacted);
    if (names.length === 0) return false;
    const condition = unchanged(row, ['sortKey', ...names]);
    try {
      await client.send(
        new UpdateCommand({
          TableName: table,
          Key,
          // The mark tells the audit that the payload no longer says everything that the row says.
          UpdateExpression: `SET ${names.map((name) => `#${name} = :redacted_${name}`).join(', ')}, ${redactionMark} = :now`,
          ...condition,
          ExpressionAttributeValues: {
            ...condition.ExpressionAttributeValues,
            ...Object.fromEntries(names.map((name) => [`:redacted_${name}`, redacted[name]])),
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

/** The attributes that name the address, without it. */
function withoutAddress(row: RowFields, keys: readonly Address[]): RowFields {
  const literals = keys.map((key) => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Matches whole addresses only: banana@example.com is not ana@example.com.
  const named = new RegExp(`(?<![\\w.+%-])(?:${literals.join('|')})(?![\\w-])`, 'gi');
  const fields: Record<string, unknown> = {};
  for (const name of ['tags', 'metadata'].filter((each) => row[each] !== undefined)) {
    const text = JSON.stringify(row[name]);
    const redacted = text.replace(named, 'forgotten');
    if (redacted !== text) fields[name] = JSON.parse(redacted);
  }
  if (row['payload'] === undefined) return fields;
  const text = unpackPayload(row);
  const redacted = text.replace(named, 'forgotten');
  // The payload is packed with the other fields, so it is packed again when those have changed.
  const isChanged = redacted !== text || Object.keys(fields).length > 0;
  return isChanged ? { ...fields, payload: packPayload({ ...row, ...fields }, redacted) } : fields;
}
