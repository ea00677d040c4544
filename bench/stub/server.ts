import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
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

/**
 * Takes the place of DynamoDB, in its own process: answers after five milliseconds at any load, and knows which rows
 * exist. So the contenders differ only in their own CPU time.
 */
const latencyMillis = 5;
const rows = new Map<string, Item>();
const nothing: Counts = {
  calls: 0,
  writeUnits: 0,
  readUnits: 0,
  shortLivedBytes: 0,
  longLivedBytes: 0,
};
const counts: { -readonly [Name in keyof Counts]: number } = { ...nothing };

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
};

const nameOf = (table: string, item: Item) =>
  `${table} ${(item['address'] ?? item['messageId'] ?? item['token'] ?? item['id'])?.S} ${item['sortKey']?.S}`;

/** Only statuses are read back, so the stub keeps no content of other rows. */
const kept = (item: Item): Item => (item['sortKey']?.S?.startsWith('S#') ? item : {});

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
  rows.set(name, kept(item));
  counts.writeUnits += unitsFor(sizeOfItem(item)) + (isIndexed(item) ? 1 : 0);
  noteStored(table, item);
  return true;
}

function update(table: string, key: Item, fields: Item): void {
  const name = nameOf(table, key);
  const before = rows.get(name);
  const item = { ...before, ...fields, ...key };
  rows.set(name, kept(item));
  if (!before) noteStored(table, item);
  counts.writeUnits += unitsFor(sizeOfItem(item)) + (!before && isIndexed(item) ? 1 : 0);
}

/** The fields that an update expression of the form `SET #a = :a, …` sets. */
function assigned(request: Request): Item {
  const { UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = request;
  const pairs = UpdateExpression.matchAll(/(#?\w+) = (?:if_not_exists\(\w+, )?(:\w+)/g);
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

const actions: Record<string, (request: Request) => object> = {
  PutItem: ({ TableName = '', Item = {} }) =>
    insert(TableName, Item) ? {} : { __type: 'com.amazonaws.dynamodb#ConditionalCheckFailedException' },
  UpdateItem: (request) => {
    perform(request);
    return {};
  },
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

/** The other services that the receiver calls. */
const others: Record<string, (request: Record<string, string>) => object> = {
  SendMessage: ({ MessageBody = '' }) => ({
    MessageId: '00000000-0000-0000-0000-000000000000',
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }),
  GetSecretValue: ({ SecretId = '' }) => ({ Name: SecretId, SecretString: process.env['BENCH_SECRET'] }),
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    counts.calls += 1;
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const answer = (actions[action] ?? others[action])?.(JSON.parse(Buffer.concat(chunks).toString())) ?? {
      __type: 'UnknownOperationException',
    };
    const status = '__type' in answer ? 400 : 200;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(answer));
    }, latencyMillis);
  });
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});

/** Reports the counts since the last message. */
process.on('message', () => {
  process.send?.(counts);
  Object.assign(counts, nothing);
});
process.on('disconnect', () => process.exit());
