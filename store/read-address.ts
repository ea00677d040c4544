import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import type { Address } from '../core/ids.ts';
import { readSuppressionRow } from './suppression-row.ts';

/** The whole history of an address, with one query. */
export async function readAddress(
  client: DynamoDBDocumentClient,
  table: string,
  address: Address,
): Promise<StoredEntry[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'address = :address',
    ExpressionAttributeValues: { ':address': address },
    ConsistentRead: true,
  };
  const entries: StoredEntry[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query))
    entries.push(...Items.map(readSuppressionRow));
  return entries;
}
