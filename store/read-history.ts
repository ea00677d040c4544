import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { HistoryPage, StoredEntry } from '../app/ports/store.ts';
import { addressPrefixes, endOfPrefixes } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { readEntries, readHead } from './suppression-row.ts';

type Source = { readonly client: DynamoDBDocumentClient; readonly table: string };
/** The last key that was shown of each range. */
type Position = Partial<Record<string, string>>;
type Range = {
  readonly name: string;
  readonly address: string;
  readonly from: string;
  readonly until: string;
};
type Row = { readonly sortKey: string; readonly entries: readonly StoredEntry[]; readonly latest: string };

/** Keys of earlier versions begin with printable ASCII. */
const endOfKeys = '\u007f';

/**
 * One page of the history, the newest page first, oldest entry first within it. The ranges of a partition are each in the
 * order of time, and so are read side by side. Only rows of earlier versions are sorted by scope before time: an address
 * with several pages of those gets them scope by scope.
 */
export async function readHistoryPage(
  { client, table }: Source,
  keys: { readonly own: readonly string[]; readonly kept: readonly string[] },
  { limit, from }: { readonly limit: number; readonly from?: unknown },
): Promise<HistoryPage> {
  const position = (from ?? {}) as Position;
  const ranges = [...keys.own.flatMap(ownRanges), ...keys.kept.map(keptRange)];
  const pages = await Promise.all(
    ranges.map((range) => readRange({ client, table }, range, position[range.name], limit)),
  );
  const taken: Row[] = [];
  const next: Record<string, string> = { ...(position as Record<string, string>) };
  while (taken.length < limit) {
    const newest = pages
      .flatMap(({ rows }, index) => (rows[0] ? [{ row: rows[0], index }] : []))
      .sort((one, other) => (one.row.latest > other.row.latest ? -1 : 1))[0];
    if (!newest) break;
    pages[newest.index]?.rows.shift();
    taken.push(newest.row);
    next[ranges[newest.index]?.name ?? ''] = newest.row.sortKey;
  }
  const isLast = pages.every(({ rows, isLast }) => isLast && rows.length === 0);
  return { entries: taken.flatMap(({ entries }) => entries), ...(!isLast && { next }) };
}

function ownRanges(address: string, index: number): Range[] {
  const under = (name: string, prefix: string) => ({
    name: `${name}${index}`,
    address,
    from: prefix,
    until: `${prefix}${endOfKeys}`,
  });
  return [
    under('log', addressPrefixes.log),
    under('soft', addressPrefixes.soft),
    { name: `earlier${index}`, address, from: endOfPrefixes, until: endOfKeys },
  ];
}

function keptRange(address: string, index: number): Range {
  return { name: `kept${index}`, address, from: ' ', until: endOfKeys };
}

async function readRange(
  { client, table }: Source,
  { address, from, until }: Range,
  after: string | undefined,
  Limit: number,
): Promise<{ readonly rows: Row[]; readonly isLast: boolean }> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'address = :address AND sortKey BETWEEN :from AND :until',
      ExpressionAttributeValues: { ':address': address, ':from': from, ':until': until },
      ...(after !== undefined && { ExclusiveStartKey: { address, sortKey: after } }),
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit,
    }),
  );
  return { rows: Items.map(rowOf), isLast: LastEvaluatedKey === undefined };
}

function rowOf(row: RowFields): Row {
  // A forgotten address has no history: the heads that were kept are what is left of it.
  const entries =
    row['kind'] === 'head' || row['kind'] === 'forgotten'
      ? [{ ...readHead(row).latest, recordedAt: String(row['recordedAt']) } as StoredEntry]
      : readEntries(row);
  const latest =
    entries
      .map(({ occurredAt }) => occurredAt)
      .sort()
      .at(-1) ?? '';
  return { sortKey: String(row['sortKey']), entries, latest };
}
