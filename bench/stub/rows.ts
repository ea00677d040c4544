import { type Item, isIndexed, sizeOfItem, unitsFor } from './row-size.ts';
import { parseStatement } from './statement.ts';

export type Counts = {
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Rows that expire with the dedupe window. */
  readonly shortLivedBytes: number;
  /** Rows that are kept for longer. */
  readonly longLivedBytes: number;
};

const rows = new Map<string, Item>();
const nothing: Counts = {
  calls: 0,
  writeUnits: 0,
  readUnits: 0,
  shortLivedBytes: 0,
  longLivedBytes: 0,
};
export const counts: { -readonly [Name in keyof Counts]: number } = { ...nothing };

type Request = Record<string, never> & {
  TableName?: string;
  Item?: Item;
  Key?: Item;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  UpdateExpression?: string;
  Statements?: object[];
  TransactItems?: { Put?: Request; Update?: Request }[];
  RequestItems?: Record<string, { Keys: Item[] }>;
  ScanIndexForward?: boolean;
};

const nameOf = (table: string, item: Item) =>
  `${table} ${(item['address'] ?? item['messageId'] ?? item['token'] ?? item['id'])?.S} ${item['sortKey']?.S}`;

/** Event rows are never read back, so the stub keeps nothing of their content. */
const kept = (item: Item): Item => (item['sortKey']?.S?.startsWith('E#') ? {} : item);
/** The names of each address's rows, for queries. */
const byAddress = new Map<string, Set<string>>();

function keep(table: string, item: Item): void {
  const name = nameOf(table, item);
  rows.set(name, kept(item));
  const address = item['address']?.S;
  if (address === undefined) return;
  const names = byAddress.get(address) ?? new Set();
  byAddress.set(address, names.add(name));
}

/** Counts a row, its index entry, and DynamoDB's overhead for each. */
function noteStored(table: string, item: Item): void {
  const overhead = 100;
  const bytes = sizeOfItem(item) + overhead + (isIndexed(item) ? 2 * overhead : 0);
  const isShortLived = item['sortKey']?.S?.startsWith('E#') || table.endsWith('idempotency');
  if (isShortLived) counts.shortLivedBytes += bytes;
  else counts.longLivedBytes += bytes;
}

function insert(table: string, item: Item): boolean {
  const name = nameOf(table, item);
  if (rows.has(name)) {
    counts.writeUnits += 1;
    return false;
  }
  keep(table, item);
  counts.writeUnits += unitsFor(sizeOfItem(item)) + (isIndexed(item) ? 1 : 0);
  noteStored(table, item);
  return true;
}

function update(table: string, key: Item, fields: Item): void {
  const name = nameOf(table, key);
  const before = rows.get(name);
  const item = { ...before, ...fields, ...key };
  keep(table, item);
  if (!before) noteStored(table, item);
  counts.writeUnits += unitsFor(sizeOfItem(item)) + (!before && isIndexed(item) ? 1 : 0);
}

/** The fields that an update expression of the form `SET #a = :a, …` sets. */
function assigned(request: Request): Item {
  const { UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = request;
  const pairs = UpdateExpression.matchAll(/(#?\w+) = (?:if_not_exists\(#?\w+, )?(:\w+)/g);
  return Object.fromEntries(
    [...pairs].flatMap(([, name = '', value = '']) => {
      const found = ExpressionAttributeValues[value];
      return found ? [[ExpressionAttributeNames[name] ?? name, found]] : [];
    }),
  );
}

function perform(request: Request): void {
  const { TableName = '', Item, Key } = request;
  if (Item) insert(TableName, Item);
  else if (Key) update(TableName, Key, assigned(request));
}

const refused = { __type: 'com.amazonaws.dynamodb#ConditionalCheckFailedException' };

/** A put on the condition of a version replaces the row; any other put must find none. */
function put({ TableName = '', Item = {}, ExpressionAttributeValues }: Request): object {
  const version = ExpressionAttributeValues?.[':version'];
  if (!version) return insert(TableName, Item) ? {} : refused;
  if (rows.get(nameOf(TableName, Item))?.['version']?.N !== version.N) return refused;
  update(TableName, Item, Item);
  return {};
}

/** The head of an address is raised only: `attribute_not_exists(#latest) OR #latest < :latest`. */
function raise(request: Request): object {
  const { TableName = '', Key = {}, ExpressionAttributeValues = {} } = request;
  const before = rows.get(nameOf(TableName, Key));
  const latest = ExpressionAttributeValues[':latest']?.S;
  if (latest !== undefined && (before?.['latest']?.S ?? '') >= latest) {
    counts.writeUnits += 1;
    return { ...refused, Item: before };
  }
  perform(request);
  return before ? { Attributes: before } : {};
}

function readUnits(items: readonly Item[], isConsistent: boolean): number {
  const bytes = items.reduce((sum, item) => sum + sizeOfItem(item), 0);
  return Math.max(1, Math.ceil(bytes / 4_096)) * (isConsistent ? 1 : 0.5);
}

/** The rows of one address with keys between two. All queries of the consumer have this form. */
function query({ TableName = '', ExpressionAttributeValues: values = {}, ScanIndexForward }: Request) {
  const [from = '', until = ''] = [values[':from']?.S, values[':until']?.S];
  const found = [...(byAddress.get(values[':address']?.S ?? '') ?? [])]
    .filter((name) => name.startsWith(`${TableName} `))
    .flatMap((name): Item[] => [rows.get(name) ?? {}])
    .filter(({ sortKey }) => String(sortKey?.S) >= from && String(sortKey?.S) <= until)
    .toSorted((one, other) => (String(one['sortKey']?.S) < String(other['sortKey']?.S) ? -1 : 1));
  counts.readUnits += readUnits(found, true);
  return { Items: ScanIndexForward === false ? found.toReversed() : found, Count: found.length };
}

/** What the stub answers, by operation. */
export const actions: Record<string, (request: Request) => object> = {
  PutItem: put,
  UpdateItem: raise,
  GetItem: ({ TableName = '', Key = {} }) => {
    const found = rows.get(nameOf(TableName, Key));
    counts.readUnits += readUnits(found ? [found] : [], true);
    return found ? { Item: found } : {};
  },
  Query: query,
  TransactWriteItems: ({ TransactItems = [] }) => {
    const before = counts.writeUnits;
    for (const { Put, Update } of TransactItems) perform(Put ?? Update ?? ({} as Request));
    // Transactions are billed twice.
    counts.writeUnits += counts.writeUnits - before;
    return {};
  },
  BatchGetItem: ({ RequestItems = {} }) => ({
    UnprocessedKeys: {},
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.flatMap((key) => {
          // An eventually consistent read of up to 4 KB, even when there is no row.
          counts.readUnits += 0.5;
          const found = rows.get(nameOf(table, key));
          return found ? [{ ...found, ...key }] : [];
        }),
      ]),
    ),
  }),
  BatchExecuteStatement: ({ Statements = [] }) => ({
    Responses: Statements.map((statement) => {
      const { isInsert, table, fields } = parseStatement(statement);
      const { messageId = { S: '' }, sortKey = { S: '' } } = fields;
      if (!isInsert) update(table, { messageId, sortKey }, fields);
      else if (!insert(table, fields)) return { Error: { Code: 'DuplicateItem' } };
      return { TableName: table };
    }),
  }),
};

export function resetCounts(): void {
  Object.assign(counts, nothing);
}
