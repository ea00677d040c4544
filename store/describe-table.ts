import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** About so many: DynamoDB counts every six hours, which is good enough for a progress bar. */
export async function rowCount(client: DynamoDBDocumentClient, table: string): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  return Table?.ItemCount ?? 0;
}
