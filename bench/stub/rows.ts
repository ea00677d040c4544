import { tableNames } from '../tables.ts';
import { type Item, indexEntryOf, sizeOfItem, storedBytes, unitsFor } from './row-size.ts';
import { parseStatement } from './statement.ts';

export type Counts = {
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Of these, those of tables other than the messages table. */
  readonly otherWriteUnits: number;
  readonly otherReadUnits: number;
  /** Rows that expire with the dedupe window. */
  readonly eventBytes: number;
  readonly statusBytes: number;
  /** Entries of statuses in their index. */
  readonly indexBytes: number;
  /** Rows of addresses, and their entries in their index. */
  readonly addressBytes: number;
};

const rows = new Map<string, Item>();
const nothing: Counts = {
  calls: 0,
  writeUnits: 0,
  readUnits: 0,
  otherWriteUnits: 0,
  otherReadUnits: 0,
  eventBytes: 0,
  statusBytes: 0,
  indexBytes: 0,
  addressBytes: 0,
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

/** Counts what a new row takes, or how much more a changed one does. */
function noteStored(table: string, before: Item, after: Item): void {
  const rowBytes = storedBytes(after) - storedBytes(before);
  const indexBytes = storedBytes(indexEntryOf(after)) - storedBytes(indexEntryOf(before));
  const { address, sortKey } = after;
  if (address) counts.addressBytes += rowBytes + indexBytes;
  else if (sortKey?.S?.startsWith('E#') || table.endsWith('idempotency')) counts.eventBytes += rowBytes;
  else if (sortKey?.S?.startsWith('S#')) {
    counts.statusBytes += rowBytes;
    counts.indexBytes += indexBytes;
  }
}

function noteWritten(table: string, units: number): void {
  counts.writeUnits += units;
  if (table !== tableNames.messages) counts.otherWriteUnits += units;
}

function noteRead(table: string, units: number): void {
  counts.readUnits += units;
  if (table !== tableNames.messages) counts.otherReadUnits += units;
}

/** A new entry takes one unit. One that moves is deleted and written. */
function indexUnits(before: Item, after: Item): number {
  const [old, next] = [indexEntryOf(before), indexEntryOf(after)];
  if (JSON.stringify(old) === JSON.stringify(next)) return 0;
  return [old, next].filter((entry) => Object.keys(entry).length > 0).length;
}

function insert(table: string, item: Item): boolean {
  const name = nameOf(table, item);
  if (rows.has(name)) {
    noteWritten(table, 1);
    return false;
  }
  keep(table, item);
  noteWritten(table, unitsFor(sizeOfItem(item)) + indexUnits({}, item));
  noteStored(table, {}, item);
  return true;
}

function update(table: string, key: Item, fields: Item, without: readonly string[] = []): void {
  const before = rows.get(nameOf(table, key)) ?? {};
  const kept = Object.entries({ ...before, ...fields, ...key }).filter(([name]) => !without.includes(name));
  const item = Object.fromEntries(kept);
  keep(table, item);
  noteStored(table, before, item);
  // DynamoDB charges for the larger of the row before and after.
  const size = Math.max(sizeOfItem(before), sizeOfItem(item));
  noteWritten(table, unitsFor(size) + indexUnits(before, item));
}

/** The fields that an update expression of the form `SET #a = :a, b = if_not_exists(b, :c), … REMOVE #d` sets. */
function assigned(request: Request, before: Item): Item {
  const { UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = request;
  const pairs = UpdateExpression.matchAll(/(#?\w+) = (if_not_exists\(#?\w+, )?(:\w+)/g);
  return Object.fromEntries(
    [...pairs].flatMap(([, given = '', keeps, value = '']) => {
      const name = ExpressionAttributeNames[given] ?? given;
      const found = ExpressionAttributeValues[value];
      return found && !(keeps && before[name]) ? [[name, found]] : [];
    }),
  );
}

function removed({ UpdateExpression = '', ExpressionAttributeNames = {} }: Request): string[] {
  const [, names = ''] = / REMOVE (.*)$/.exec(UpdateExpression) ?? [];
  return names.split(', ').map((name) => ExpressionAttributeNames[name] ?? name);
}

function perform(request: Request): void {
  const { TableName = '', Item, Key } = request;
  if (Item) insert(TableName, Item);
  else if (Key) {
    const before = rows.get(nameOf(TableName, Key)) ?? {};
    update(TableName, Key, assigned(request, before), removed(request));
  }
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
    noteWritten(TableName, 1);
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
  noteRead(TableName, readUnits(found, true));
  return { Items: ScanIndexForward === false ? found.toReversed() : found, Count: found.length };
}

/** What the stub answers, by operation. */
export const actions: Record<string, (request: Request) => object> = {
  PutItem: put,
  UpdateItem: raise,
  GetItem: ({ TableName = '', Key = {} }) => {
    const found = rows.get(nameOf(TableName, Key));
    noteRead(TableName, readUnits(found ? [found] : [], true));
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
          noteRead(table, 0.5);
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
