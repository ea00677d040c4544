import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { RowFields } from './row-fields.ts';

export type PartitionKey = 'messageId' | 'address';
export type Partition = { readonly key: string; readonly rows: readonly RowFields[] };

/** Scans a table partition by partition. A scan returns the rows of a partition together, even across pages. */
export async function* scanPartitions(
  client: DynamoDBDocumentClient,
  table: string,
  partitionKey: PartitionKey,
  /** Does not have to exist: the scan starts where this key would be. */
  startAfter?: string,
): AsyncGenerator<Partition> {
  const scan = {
    TableName: table,
    ...(startAfter !== undefined && { ExclusiveStartKey: { [partitionKey]: startAfter, sortKey: '~' } }),
  };
  let key: string | undefined;
  let rows: RowFields[] = [];
  for await (const { Items = [] } of paginateScan({ client }, scan)) {
    for (const row of Items) {
      const rowKey = String(row[partitionKey]);
      if (key !== undefined && rowKey !== key) {
        yield { key, rows };
        rows = [];
      }
      key = rowKey;
      rows.push(row);
    }
  }
  if (key !== undefined) yield { key, rows };
}
