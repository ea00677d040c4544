import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredHead } from '../app/ports/store.ts';
import { headsOf } from '../core/head.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { addressPrefixes, endOfPrefixes, headPrefix, legacyRowKey } from './keys.ts';
import { queryPages } from './query-pages.ts';
import type { RowFields } from './row-fields.ts';
import { isHeadKey, isHeadRow, isLegacyKey, readEntries, readHead } from './suppression-row.ts';

export type HeadsQuestion = {
  /** All heads of all mail and of this stream are read, whatever the limit. */
  readonly stream?: string;
  /** Rows to read before other streams are left out. Omit to read all heads, consistently. */
  readonly limit?: number;
};

export type HeadsRead = {
  readonly heads: readonly StoredHead[];
  /** Whether the heads of every stream were read. */
  readonly isWhole: boolean;
};

type Source = {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly settings: SuppressionSettings;
};

/**
 * The heads of one partition. They come first in it, so one short query has the whole answer for nearly every address.
 * Rows of earlier versions have no heads, and are folded each time.
 */
export async function readHeads(
  source: Source,
  address: string,
  { stream, limit }: HeadsQuestion,
): Promise<HeadsRead> {
  const query = queryOf(source, address, limit === undefined);
  if (limit === undefined) {
    const rows = await Promise.all([
      readAll(source, { ...query, ...between(addressPrefixes.all, headsEnd, address) }),
      readAll(source, { ...query, ...from(endOfPrefixes, address) }),
    ]);
    return { heads: headsIn(rows.flat(), source.settings), isWhole: true };
  }
  const page = await readPage(source, query, limit);
  if (page.isLast) return { heads: headsIn(page.rows, source.settings), isWhole: true };
  const isWhole = !isHeadKey(String(page.rows.at(-1)?.['sortKey']));
  const prefix = stream === undefined || isWhole ? undefined : headPrefix(stream);
  const more = await Promise.all([
    prefix === undefined ? [] : readAll(source, { ...query, ...between(prefix, endOf(prefix), address) }),
    readAll(source, { ...query, ...from(endOfPrefixes, address) }),
  ]);
  return { heads: headsIn([...page.rows.filter(isHeadRow), ...more.flat()], source.settings), isWhole };
}

const headsEnd = endOf(addressPrefixes.stream);

/** Greater than all keys with the prefix, which ends in `#`. Scopes and names are encoded, and contain no `$`. */
function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)}$`;
}

type Query = ReturnType<typeof queryOf>;

function queryOf({ table }: Source, address: string, isConsistent: boolean) {
  return {
    TableName: table,
    KeyConditionExpression: 'address = :address',
    ExpressionAttributeValues: { ':address': address } as Record<string, string>,
    ConsistentRead: isConsistent,
  };
}

function between(first: string, last: string, address: string) {
  return {
    KeyConditionExpression: 'address = :address AND sortKey BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':address': address, ':first': first, ':last': last },
  };
}

function from(first: string, address: string) {
  return {
    KeyConditionExpression: 'address = :address AND sortKey > :first',
    ExpressionAttributeValues: { ':address': address, ':first': first },
  };
}

/** Never stops among the heads for all mail. */
async function readPage(
  { client }: Source,
  query: Query,
  Limit: number,
): Promise<{ readonly rows: readonly RowFields[]; readonly isLast: boolean }> {
  const rows: RowFields[] = [];
  let start: RowFields | undefined;
  for (;;) {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...query, Limit, ...(start && { ExclusiveStartKey: start }) }),
    );
    rows.push(...Items);
    start = LastEvaluatedKey;
    if (!start) return { rows, isLast: true };
    if (!String(start['sortKey']).startsWith(addressPrefixes.all)) return { rows, isLast: false };
  }
}

async function readAll({ client }: Source, query: Query): Promise<RowFields[]> {
  const rows: RowFields[] = [];
  for await (const page of queryPages(client, query)) rows.push(...page);
  return rows;
}

function headsIn(rows: readonly RowFields[], settings: SuppressionSettings): StoredHead[] {
  const stored = rows.filter(isHeadRow).map((row): StoredHead => {
    const head = readHead(row);
    return row['cause'] === undefined ? head : { ...head, place: String(row['sortKey']) };
  });
  const [legacy, history] = [true, false].map((isLegacy) =>
    rows.filter(({ sortKey }) => isLegacyKey(String(sortKey)) === isLegacy).flatMap(readEntries),
  );
  // Rows of earlier versions are listed themselves.
  const folded = headsOf(legacy ?? [], settings).map((head): StoredHead => {
    return { ...head, place: legacyRowKey(head.latest).sortKey };
  });
  return [...stored, ...folded, ...headsOf(history ?? [], settings)];
}
