import {
  type BatchExecuteStatementCommandInput,
  type BatchExecuteStatementCommandOutput,
  type ConsumedCapacity,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { fakeCredentials, region } from '../local/clients.ts';
import { type Item, isIndexed, sizeOfItem, unitsFor } from './stub/row-size.ts';
import { parseStatement } from './stub/statement.ts';
import { twin } from './tables.ts';

const ReturnConsumedCapacity = 'INDEXES' as const;

export type Capacity = { writeUnits: number; indexUnits: number; refusedUnits: number; readUnits: number };

/** The input of the document client, in plain values. */
type TransactItem = { Put?: PutCommandInput; Update?: UpdateCommandInput };
type Input = { TransactItems?: TransactItem[]; Item?: Item } & BatchExecuteStatementCommandInput;

type Counter = {
  readonly total: Capacity;
  /** Rows for which our own count of units differs from the engine's. */
  disagreements: number;
};

const nothing: Capacity = { writeUnits: 0, indexUnits: 0, refusedUnits: 0, readUnits: 0 };

/**
 * A client that adds up the capacity its calls consumed. DynamoDB Local reports none for statements, and a different one
 * for transactions, so each of their writes is repeated as a single write on tables of the same shape, and measured there.
 */
export function meteredClient(endpoint: string) {
  const settings = { endpoint, region, credentials: fakeCredentials };
  const client = new DynamoDBClient(settings);
  const twins = new DynamoDBClient(settings);
  const twinDocuments = DynamoDBDocumentClient.from(twins, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const counter: Counter = { total: { ...nothing }, disagreements: 0 };

  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Input;
      const isRead = context.commandName === 'BatchGetItemCommand';
      const asked = { ...input, ReturnConsumedCapacity: isRead ? 'TOTAL' : 'INDEXES' };
      const answer = await next({ ...args, input: asked as never }).catch((error: Error) => {
        counter.total.refusedUnits += refusedBy(error, input);
        throw error;
      });
      addConsumed(answer.output, input, isRead, counter);
      for (const item of input.TransactItems ?? []) await repeatInTransaction(item, twinDocuments, counter);
      const { Responses = [] } = answer.output as BatchExecuteStatementCommandOutput;
      for (const [index, statement] of (input.Statements ?? []).entries()) {
        if (Responses[index]?.Error) counter.total.refusedUnits += 1;
        else await repeatStatement(statement, twins, counter);
      }
      return answer;
    },
    { step: 'initialize', priority: 'high', name: 'capacityMeter' },
  );

  return {
    client,
    /** The capacity consumed since the last call. */
    take(): Capacity {
      const taken = { ...counter.total };
      Object.assign(counter.total, nothing);
      return taken;
    },
    disagreements: () => counter.disagreements,
  };
}

/** A refused write is billed by the size of the existing row; in a transaction, once instead of twice. */
function refusedBy(error: Error, { TransactItems = [] }: Input): number {
  if (error.name === 'ConditionalCheckFailedException') return 1;
  return error.name === 'TransactionCanceledException' ? TransactItems.length : 0;
}

function addConsumed(output: object, { TransactItems }: Input, isRead: boolean, { total }: Counter): void {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
  const consumed = [ConsumedCapacity ?? []].flat();
  if (isRead) total.readUnits += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  else if (!TransactItems) for (const each of consumed) add(total, each);
}

function add(total: Capacity, consumed: ConsumedCapacity | undefined, factor = 1): void {
  const index = Object.values(consumed?.GlobalSecondaryIndexes ?? {});
  total.writeUnits += (consumed?.CapacityUnits ?? 0) * factor;
  total.indexUnits += index.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0) * factor;
}

async function repeatStatement(statement: object, twins: DynamoDBClient, counter: Counter): Promise<void> {
  const { isInsert, table, fields } = parseStatement(statement);
  const TableName = table + twin;
  if (isInsert) {
    const put = new PutItemCommand({ TableName, Item: fields, ReturnConsumedCapacity });
    const { ConsumedCapacity } = await twins.send(put);
    const counted = unitsFor(sizeOfItem(fields)) + (isIndexed(fields) ? 1 : 0);
    if (ConsumedCapacity?.CapacityUnits !== counted) counter.disagreements += 1;
    return add(counter.total, ConsumedCapacity);
  }
  const { messageId = { S: '' }, sortKey = { S: '' }, ...set } = fields;
  const names = Object.keys(set);
  const update = new UpdateItemCommand({
    TableName,
    Key: { messageId, sortKey },
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, set[name] ?? { S: '' }])),
    ReturnConsumedCapacity,
  });
  add(counter.total, (await twins.send(update)).ConsumedCapacity);
}

/** DynamoDB bills a transaction twice. */
async function repeatInTransaction(
  { Put, Update }: TransactItem,
  twins: DynamoDBDocumentClient,
  { total }: Counter,
): Promise<void> {
  const again = { ReturnConsumedCapacity };
  if (Put) {
    const put = new PutCommand({ ...Put, TableName: Put.TableName + twin, ...again });
    add(total, (await twins.send(put)).ConsumedCapacity, 2);
  }
  if (Update) {
    const update = new UpdateCommand({ ...Update, TableName: Update.TableName + twin, ...again });
    add(total, (await twins.send(update)).ConsumedCapacity, 2);
  }
}
