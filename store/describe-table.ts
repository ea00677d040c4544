import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** About how many rows a table has: DynamoDB counts every six hours, which is good enough for a progress bar. */
export async function rowCount(client: DynamoDBDocumentClient, table: string): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  return Table?.ItemCount ?? 0;
}

/** The stream of a table; undefined when it has none. */
export async function streamOf(client: DynamoDBDocumentClient, table: string): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  return Table?.LatestStreamArn;
}

/** Whether DynamoDB deletes the rows of a table when they expire. */
export async function deletesExpiredRows(client: DynamoDBDocumentClient, table: string): Promise<boolean> {
  const { TimeToLiveDescription: found } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: table }),
  );
  return found?.TimeToLiveStatus === 'ENABLED' && found.AttributeName === 'expiresAt';
}
