import {
  BatchExecuteStatementCommand,
  type BatchExecuteStatementCommandOutput,
  BatchGetItemCommand,
  type BatchStatementRequest,
} from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  type GetCommand,
  PutCommand,
  QueryCommand,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { nameOf, type Row } from './state.ts';

/** All commands that the stores send. */
export type TableCommand =
  | PutCommand
  | UpdateCommand
  | GetCommand
  | QueryCommand
  | BatchGetItemCommand
  | BatchExecuteStatementCommand;

/** The rows that a command is about. */
export function keysIn(command: TableCommand): string[] {
  if (command instanceof BatchExecuteStatementCommand) return statementsIn(command).map(keyIn);
  if (command instanceof BatchGetItemCommand)
    return Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) =>
      Keys.map((key) => nameOf(unmarshall(key))),
    );
  if (command instanceof QueryCommand) return [];
  return [nameOf(command instanceof PutCommand ? (command.input.Item ?? {}) : (command.input.Key ?? {}))];
}

/** The rows that this command has newly written, of those that are written only once. */
export function rowsWrittenBy(command: TableCommand, answer: unknown): string[] {
  if (command instanceof PutCommand) return keysIn(command);
  if (!(command instanceof BatchExecuteStatementCommand)) return [];
  const { Responses = [] } = answer as BatchExecuteStatementCommandOutput;
  return statementsIn(command)
    .filter((statement, index) => isInsert(statement) && !Responses[index]?.Error)
    .map(keyIn);
}

/** Sends a command. Of a batch, it leaves out the statements that should be refused. */
export async function performOn(
  client: DynamoDBDocumentClient,
  command: TableCommand,
  refused: ReadonlySet<string>,
): Promise<unknown> {
  if (!(command instanceof BatchExecuteStatementCommand)) return client.send(command as PutCommand);
  const passed = statementsIn(command).filter((statement) => !refused.has(keyIn(statement)));
  const { Responses = [] } =
    passed.length > 0 ? await client.send(new BatchExecuteStatementCommand({ Statements: passed })) : {};
  const answers = Responses.values();
  return {
    Responses: statementsIn(command).map((statement) =>
      refused.has(keyIn(statement))
        ? { Error: { Code: 'ConditionalCheckFailed', Message: 'the row has changed' } }
        : answers.next().value,
    ),
  };
}

function statementsIn(command: BatchExecuteStatementCommand): BatchStatementRequest[] {
  return command.input.Statements ?? [];
}

function isInsert({ Statement = '' }: BatchStatementRequest): boolean {
  return Statement.startsWith('INSERT');
}

/** The name of the row that a statement writes. */
function keyIn(statement: BatchStatementRequest): string {
  const { Statement = '', Parameters = [] } = statement;
  const names = isInsert(statement)
    ? [...Statement.matchAll(/'(\w+)': \?/g)].map(([, name]) => name)
    : [...Statement.matchAll(/(\w+)"? <?= \?/g)].map(([, name]) => name);
  const row = Object.fromEntries(names.map((name, index) => [name, Parameters[index]?.S]));
  return nameOf(row as Row);
}
