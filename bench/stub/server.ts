import { createServer } from 'node:http';
import { type Item, isIndexed, sizeOfItem, unitsFor } from './row-size.ts';
import { parseStatement } from './statement.ts';

/**
 * Stands in for DynamoDB in a process of its own: answers after five milliseconds, whatever the load, and knows which
 * rows there are. So the contenders' own CPU is all that differs.
 */
export type Counts = { readonly calls: number; readonly writeUnits: number; readonly readUnits: number };

const latencyMillis = 5;
const rows = new Map<string, Item>();
let calls = 0;
let writeUnits = 0;
let readUnits = 0;

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
  `${table} ${(item['address'] ?? item['messageId'] ?? item['id'])?.S} ${item['sortKey']?.S}`;

/** Events are many and nobody reads them back: of those the stub keeps only that they are there. */
const kept = (item: Item): Item => (item['sortKey']?.S?.startsWith('S#') ? item : {});

function insert(table: string, item: Item): boolean {
  const name = nameOf(table, item);
  if (rows.has(name)) {
    writeUnits += 1;
    return false;
  }
  rows.set(name, kept(item));
  writeUnits += unitsFor(sizeOfItem(item)) + (isIndexed(item) ? 1 : 0);
  return true;
}

function update(table: string, key: Item, fields: Item): void {
  const name = nameOf(table, key);
  const before = rows.get(name);
  const item = { ...before, ...fields, ...key };
  rows.set(name, kept(item));
  writeUnits += unitsFor(sizeOfItem(item)) + (!before && isIndexed(item) ? 1 : 0);
}

/** What an update expression of the form `SET #a = :a, …` sets. */
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
    const before = writeUnits;
    for (const { Put, Update } of TransactItems) perform(Put ?? Update ?? ({} as Request));
    // Transactions are billed twice.
    writeUnits += writeUnits - before;
    return {};
  },
  BatchGetItem: ({ RequestItems = {} }) => ({
    UnprocessedKeys: {},
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.flatMap((key) => {
          // A row of up to 4 KB, or none, as it was a moment ago.
          readUnits += 0.5;
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

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    calls += 1;
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const answer = actions[action]?.(JSON.parse(Buffer.concat(chunks).toString())) ?? {
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

/** What happened since the last time it was asked. */
process.on('message', () => {
  const counts: Counts = { calls, writeUnits, readUnits };
  process.send?.(counts);
  calls = 0;
  writeUnits = 0;
  readUnits = 0;
});
process.on('disconnect', () => process.exit());
