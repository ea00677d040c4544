import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The approximate number of rows, for a progress bar. DynamoDB updates it every six hours. */
export async function rowCount(client: DynamoDBDocumentClient, table: string): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  return Table?.ItemCount ?? 0;
}

/** The ARN of the table's stream; undefined when it has none. */
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
