import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import { includesHead, joinHeads } from '../core/head.ts';
import type { Put } from './put-while.ts';
import { changing } from './remove-unchanged.ts';
import { headFields, readHead } from './suppression-row.ts';
import type { SuppressionRow } from './suppression-rows.ts';
import { unchanged } from './unchanged.ts';

/** Each failed try means that another writer has just written the row. */
const maxTries = 20;

/**
 * Joins a head of stored entries into its row, as `raiseRow` does, but as one put of the whole row, which can be part of a
 * transaction. The row keeps the time when its latest entry was recorded.
 */
export async function joinHeadRow(
  { client, table }: { readonly client: DynamoDBDocumentClient; readonly table: string },
  { part, key, head }: Exclude<SuppressionRow, { part: 'soft' }>,
  put: Put,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
    const before = Item && readHead(Item);
    if (before && includesHead(before, head)) return;
    const joined = before ? joinHeads(before, head) : head;
    const { recordedAt } = joined.latest as StoredEntry;
    try {
      await put({
        TableName: table,
        Item: headFields(part, key, joined, new Date(recordedAt)),
        ...(Item ? unchanged(Item, changing) : { ConditionExpression: 'attribute_not_exists(sortKey)' }),
      });
      return;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || tries === maxTries) throw error;
    }
  }
}
