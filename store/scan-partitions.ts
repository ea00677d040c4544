import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { RowFields } from './row-fields.ts';

export type PartitionKey = 'messageId' | 'address';
export type Partition = { readonly key: string; readonly rows: readonly RowFields[] };

/** Goes through a table partition by partition: a scan keeps the rows of one together, also across its pages. */
export async function* scanPartitions(
  client: DynamoDBDocumentClient,
  table: string,
  partitionKey: PartitionKey,
  /** A key that need not exist: the scan begins wherever it would lie. */
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
      const own = String(row[partitionKey]);
      if (key !== undefined && own !== key) {
        yield { key, rows };
        rows = [];
      }
      key = own;
      rows.push(row);
    }
  }
  if (key !== undefined) yield { key, rows };
}
