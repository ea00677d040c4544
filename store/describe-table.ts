import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type GlobalSecondaryIndexDescription,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableFacts } from '../app/ports/health.ts';

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

/** What decides how a table behaves, besides its rows. */
export async function describeTable(
  client: DynamoDBDocumentClient,
  holds: TableFacts['holds'],
  name: string,
): Promise<TableFacts> {
  const [{ Table }, isExpiring] = await Promise.all([
    client.send(new DescribeTableCommand({ TableName: name })),
    deletesExpiredRows(client, name),
  ]);
  return {
    holds,
    name,
    deletesExpiredRows: isExpiring,
    ...warmthOf(Table),
    indexes: (Table?.GlobalSecondaryIndexes ?? []).map((index) => ({
      name: index.IndexName ?? '',
      ...warmthOf(index),
    })),
  };
}

function warmthOf(described: TableDescription | GlobalSecondaryIndexDescription | undefined) {
  const { ReadUnitsPerSecond: reads, WriteUnitsPerSecond: writes } = described?.WarmThroughput ?? {};
  return reads !== undefined && writes !== undefined ? { warm: { reads, writes } } : {};
}

async function deletesExpiredRows(client: DynamoDBDocumentClient, table: string): Promise<boolean> {
  const { TimeToLiveDescription: found } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: table }),
  );
  return found?.TimeToLiveStatus === 'ENABLED' && found.AttributeName === 'expiresAt';
}
