import {
  type AttributeValue,
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  type BatchStatementRequest,
  ConditionalCheckFailedException,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

type Row = Record<string, AttributeValue>;

/** Takes the place of DynamoDB where thousands of rows are written and throttled. Knows only what the consumer sends. */
export function memoryTables(isThrottled: () => boolean = () => false) {
  const rows = new Map<string, Row>();
  const calls: Record<string, number> = {};
  const nameOf = (row: Row) => `${(row['address'] ?? row['messageId'])?.S} ${row['sortKey']?.S}`;

  const insert = (row: Row): boolean => {
    if (rows.has(nameOf(row))) return false;
    rows.set(nameOf(row), row);
    return true;
  };

  const execute = ({ Statement = '', Parameters = [] }: BatchStatementRequest) => {
    if (isThrottled()) return { Error: { Code: 'ThrottlingError' as const } };
    const isInsert = Statement.startsWith('INSERT');
    const names = [...Statement.matchAll(isInsert ? /'(\w+)': \?/g : /(\w+)"? <?= \?/g)].map(
      ([, name]) => name,
    );
    const fields: Row = {};
    for (const [index, name = ''] of names.entries()) fields[name] ??= Parameters[index] as AttributeValue;
    if (isInsert) return insert(fields) ? {} : { Error: { Code: 'DuplicateItem' as const } };
    rows.set(nameOf(fields), { ...rows.get(nameOf(fields)), ...fields });
    return {};
  };

  const send = async (command: object): Promise<object> => {
    const name = command.constructor.name.replace('Command', '');
    calls[name] = (calls[name] ?? 0) + 1;
    if (command instanceof BatchExecuteStatementCommand)
      return { Responses: (command.input.Statements ?? []).map(execute) };
    if (command instanceof BatchGetItemCommand) {
      const found = Object.entries(command.input.RequestItems ?? {}).map(([table, { Keys = [] }]) => [
        table,
        Keys.map((key) => rows.get(nameOf(key))).filter((row) => row !== undefined),
      ]);
      return { Responses: Object.fromEntries(found) };
    }
    if (command instanceof PutCommand) {
      if (isThrottled())
        throw Object.assign(new Error('try again later'), { name: 'ProvisionedThroughputExceededException' });
      if (insert(marshall(command.input.Item ?? {}, { removeUndefinedValues: true }))) return {};
      throw new ConditionalCheckFailedException({ $metadata: {}, message: 'refused' });
    }
    throw new Error(`expected a command that these tables know, found ${name}`);
  };

  return { rows, calls, client: { send } as unknown as DynamoDBDocumentClient };
}
