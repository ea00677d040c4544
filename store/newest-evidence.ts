import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ListedEvidence, ListPosition } from '../app/ports/store.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause } from '../core/suppression.ts';
import { queryPages } from './query-pages.ts';
import type { RowFields } from './row-fields.ts';
import { partitionsOf } from './suppression-row.ts';

type Source = { readonly client: DynamoDBDocumentClient; readonly table: string };
type Range = { readonly since?: Moment; readonly from?: ListPosition; readonly pageSize: number };
type Front = {
  readonly partition: string;
  readonly rows: AsyncGenerator<RowFields>;
  row: RowFields | undefined;
};

/**
 * Evidence of the given causes, newest first, from all partitions of the index side by side. Reads no more pages than the
 * caller consumes. The value that a head is sorted by is unique, so one value says where all partitions go on. Rows of
 * earlier versions share theirs, so their partitions go on from a key each.
 */
export async function* newestEvidence(
  source: Source,
  causes: readonly Cause[],
  range: Range,
): AsyncGenerator<ListedEvidence> {
  let position: ListPosition = range.from ?? {};
  const fronts: Front[] = causes.flatMap(partitionsOf).map((partition) => {
    return { partition, rows: evidenceIn(source, partition, range), row: undefined };
  });
  await Promise.all(fronts.map(advance));
  for (;;) {
    const newest = fronts
      .filter(({ row }) => row)
      .reduce<Front | undefined>(
        (one, other) => (one && sortValue(one) >= sortValue(other) ? one : other),
        undefined,
      );
    if (!newest?.row) return;
    const { address, sortKey, occurredAt } = newest.row;
    position = isShard(newest.partition)
      ? { ...position, before: String(occurredAt) }
      : { ...position, earlier: { ...position.earlier, [newest.partition]: newest.row } };
    yield { address: address as Address, place: String(sortKey), position };
    await advance(newest);
  }
}

async function advance(front: Front): Promise<void> {
  const next = await front.rows.next();
  front.row = next.done ? undefined : next.value;
}

function sortValue({ row }: Front): string {
  return String(row?.['occurredAt']);
}

function isShard(partition: string): boolean {
  return partition.includes('#');
}

async function* evidenceIn(
  { client, table }: Source,
  partition: string,
  { since, from, pageSize }: Range,
): AsyncGenerator<RowFields> {
  const isNew = isShard(partition);
  const start = isNew ? undefined : from?.earlier?.[partition];
  const query = {
    TableName: table,
    IndexName: 'byCause',
    KeyConditionExpression: 'cause = :cause AND occurredAt BETWEEN :since AND :before',
    ExpressionAttributeValues: {
      ':cause': partition,
      // Without a limit: strings that sort before and after all times.
      ':since': since ?? '0',
      ':before': (isNew ? from?.before : undefined) ?? '~',
    },
    ...(start && { ExclusiveStartKey: start }),
    ScanIndexForward: false,
    Limit: pageSize,
  };
  // The range includes the value where the last page ended.
  for await (const rows of queryPages(client, query))
    for (const row of rows) if (!isNew || row['occurredAt'] !== from?.before) yield row;
}
