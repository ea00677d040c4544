type Json = Record<string, unknown>;

/** A batch of which only a part is executed. */
export type PartialCall = {
  /** Undefined when no part of it is left. */
  readonly forward: Json | undefined;
  readonly refused: number;
  /** The answer to the whole batch, made from the answer to the forwarded part. */
  merge(answer: Json): Json;
};

type IsRefused = () => boolean;

const statementErrors = ['ThrottlingError', 'ProvisionedThroughputExceeded', 'RequestLimitExceeded'];

/** Refuses parts of a batch in the way of its operation. Undefined when the operation has no parts, or none is refused. */
export function refuseParts(operation: string, body: Json, isRefused: IsRefused): PartialCall | undefined {
  const parted = partedBy(operation, body, isRefused);
  return parted && parted.refused > 0 ? parted : undefined;
}

function partedBy(operation: string, body: Json, isRefused: IsRefused): PartialCall | undefined {
  switch (operation) {
    case 'BatchExecuteStatement':
      return refuseStatements(body, isRefused);
    case 'BatchGetItem':
      return refuseKeys(body, isRefused);
    case 'BatchWriteItem':
      return refuseItems(body, isRefused);
    default:
      return undefined;
  }
}

/** Each statement has its own answer, at the same place in the list. */
function refuseStatements(body: Json, isRefused: IsRefused): PartialCall {
  const statements = body['Statements'] as unknown[];
  const refusals = statements.map(() => isRefused());
  const kept = statements.filter((_, index) => !refusals[index]);
  return {
    forward: kept.length > 0 ? { ...body, Statements: kept } : undefined,
    refused: statements.length - kept.length,
    merge(answer) {
      const answers = ((answer['Responses'] as unknown[] | undefined) ?? []).values();
      const Responses = refusals.map((refused, index) =>
        refused
          ? { Error: { Code: statementErrors[index % statementErrors.length], Message: 'Throttled.' } }
          : answers.next().value,
      );
      return { ...answer, Responses };
    },
  };
}

function refuseKeys(body: Json, isRefused: IsRefused): PartialCall {
  const tables = body['RequestItems'] as Record<string, { Keys: unknown[] }>;
  const split = splitTables(tables, ({ Keys }) => Keys, isRefused);
  const withKeys = (lists: Record<string, unknown[]>) =>
    Object.fromEntries(Object.entries(lists).map(([table, Keys]) => [table, { ...tables[table], Keys }]));
  return {
    forward: isEmpty(split.kept) ? undefined : { ...body, RequestItems: withKeys(split.kept) },
    refused: split.count,
    merge: (answer) => ({
      Responses: {},
      ...answer,
      UnprocessedKeys: { ...(answer['UnprocessedKeys'] as object), ...withKeys(split.refused) },
    }),
  };
}

function refuseItems(body: Json, isRefused: IsRefused): PartialCall {
  const split = splitTables(body['RequestItems'] as Record<string, unknown[]>, (items) => items, isRefused);
  return {
    forward: isEmpty(split.kept) ? undefined : { ...body, RequestItems: split.kept },
    refused: split.count,
    merge: (answer) => ({
      ...answer,
      UnprocessedItems: { ...(answer['UnprocessedItems'] as object), ...split.refused },
    }),
  };
}

function splitTables<Table>(
  tables: Readonly<Record<string, Table>>,
  listOf: (table: Table) => readonly unknown[],
  isRefused: IsRefused,
) {
  const kept: Record<string, unknown[]> = {};
  const refused: Record<string, unknown[]> = {};
  let count = 0;
  for (const [name, table] of Object.entries(tables)) {
    for (const item of listOf(table)) {
      const list = isRefused() ? refused : kept;
      if (list === refused) count += 1;
      list[name] = [...(list[name] ?? []), item];
    }
  }
  return { kept, refused, count };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
