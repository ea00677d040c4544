import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Address } from '../core/ids.ts';
import { queryPages } from './query-pages.ts';
import type { RowFields } from './row-fields.ts';

/** All rows of an address: its heads, its history, and rows of earlier versions. */
export async function readAddressRows(
  client: DynamoDBDocumentClient,
  table: string,
  address: Address,
): Promise<RowFields[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'address = :address',
    ExpressionAttributeValues: { ':address': address },
    ConsistentRead: true,
  };
  const rows: RowFields[] = [];
  for await (const page of queryPages(client, query)) rows.push(...page);
  return rows;
}
