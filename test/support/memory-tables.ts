import {
  type AttributeValue,
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  type BatchStatementRequest,
  ConditionalCheckFailedException,
} from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

type Row = Record<string, AttributeValue>;
type Values = Readonly<Record<string, unknown>>;

/** What a single write changes: a whole row, or some attributes of one. */
type SingleWrite = {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeValues?: Values | undefined;
};

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

  /** The row as it is, if the write is neither throttled nor refused. */
  const mayWrite = (key: Row, { ConditionExpression = '', ExpressionAttributeValues = {} }: SingleWrite) => {
    if (isThrottled())
      throw Object.assign(new Error('try again later'), { name: 'ProvisionedThroughputExceededException' });
    const stored = rows.get(nameOf(key));
    const before = stored && unmarshall(stored);
    if (holds(ConditionExpression, before, ExpressionAttributeValues)) return before;
    throw new ConditionalCheckFailedException({
      $metadata: {},
      message: 'refused',
      ...(stored && { Item: stored }),
    });
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
      const row = toRow(command.input.Item);
      mayWrite(row, command.input);
      rows.set(nameOf(row), row);
      return {};
    }
    if (command instanceof UpdateCommand) {
      const before = mayWrite(toRow(command.input.Key), command.input);
      const row = toRow(updated({ ...command.input.Key, ...before }, command.input));
      rows.set(nameOf(row), row);
      return { Attributes: before };
    }
    if (command instanceof GetCommand) {
      const row = rows.get(nameOf(toRow(command.input.Key)));
      return row ? { Item: unmarshall(row) } : {};
    }
    if (command instanceof QueryCommand) {
      const {
        ':address': address,
        ':from': from = '',
        ':until': until = '',
      } = command.input.ExpressionAttributeValues ?? {};
      const found = [...rows.values()]
        .filter((row) => row['address']?.S === address)
        .map((row) => unmarshall(row));
      return { Items: found.filter(({ sortKey }) => from <= sortKey && sortKey <= until) };
    }
    throw new Error(`expected a command that these tables know, found ${name}`);
  };

  return { rows, calls, client: { send } as unknown as DynamoDBDocumentClient };
}

function toRow(fields: Values = {}): Row {
  return marshall(fields, { removeUndefinedValues: true });
}

/** Conditions as the store writes them: terms with `AND` between them, some of them alternatives in brackets. */
function holds(condition: string, row: Values = {}, values: Values): boolean {
  const isTrue = (term: string) => {
    const [, not, existing] = /attribute_(not_)?exists\(#?(\w+)\)/.exec(term) ?? [];
    if (existing) return (row[existing] === undefined) === (not !== undefined);
    const [, name = '', sign, value = ''] = /#?(\w+) ([<>=]) (:\w+)/.exec(term) ?? [];
    const [left, right] = [row[name], values[value]] as [string, string];
    if (left === undefined) return false;
    return sign === '<' ? left < right : sign === '>' ? left > right : left === right;
  };
  return condition.split(' AND ').every((part) => part.split(' OR ').some(isTrue));
}

function updated(
  row: Values,
  {
    UpdateExpression = '',
    ExpressionAttributeValues = {},
  }: { UpdateExpression?: string | undefined } & SingleWrite,
): Values {
  const [sets = '', removals = ''] = UpdateExpression.replace(/^SET /, '').split(' REMOVE ');
  const fields: Record<string, unknown> = { ...row };
  for (const [, name = '', isKept, value = ''] of sets.matchAll(/#(\w+) = (if_not_exists\(#\w+, )?(:\w+)/g))
    fields[name] = (isKept && row[name]) ?? ExpressionAttributeValues[value];
  for (const [, name = ''] of removals.matchAll(/#(\w+)/g)) delete fields[name];
  return fields;
}
