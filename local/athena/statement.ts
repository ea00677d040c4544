import type { DuckDBConnection } from '@duckdb/node-api';

/** A query as the engine has parsed it. */
export type Statement = { readonly tables: readonly TableName[] };

export type TableName = { readonly database: string | undefined; readonly table: string };

/** The message is what Athena answers to a query that it does not start. */
export class RefusedQuery extends Error {
  override readonly name = 'RefusedQuery';
}

/**
 * Puts the values of a query in place of its question marks. As in Trino's EXECUTE, a value is written as in SQL, so a
 * string has single quotes.
 */
export function fillIn(sql: string, values: readonly string[]): string {
  let used = 0;
  const filled = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g, (found) => {
    if (found !== '?') return found;
    used += 1;
    return values[used - 1] ?? '?';
  });
  if (used !== values.length) {
    throw new RefusedQuery(`Incorrect number of parameters: expected ${used} but found ${values.length}`);
  }
  return filled;
}

/** Throws a RefusedQuery when it is not one SELECT that Athena could run too. */
export async function readStatement(connection: DuckDBConnection, sql: string): Promise<Statement> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const parsed = JSON.parse(String(reader.getRows()[0]?.[0])) as Parsed;
  if (parsed.error) throw new RefusedQuery(reasonOf(parsed, sql));
  const [statement, ...more] = parsed.statements ?? [];
  if (!statement || more.length > 0) {
    throw new RefusedQuery(`Only one sql statement is allowed. Got: ${sql}`);
  }
  const nodes = nodesIn(statement);
  refuseDialect(nodes);
  return {
    tables: nodes
      .filter(({ type }) => type === 'BASE_TABLE')
      .map(({ schema_name: database, table_name: table }) => ({
        database: database ? String(database) : undefined,
        table: String(table),
      })),
  };
}

type Parsed = {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly unknown[];
};

type AstNode = Readonly<Record<string, unknown>>;

function reasonOf({ error_type, error_message = '', position }: Parsed, sql: string): string {
  // DuckDB's own word for every statement that is not a SELECT.
  if (error_type === 'not implemented')
    return "Queries of this type are not supported: the local stack's Athena runs only SELECT";
  const lines = sql.slice(0, Number(position ?? 0)).split('\n');
  return `line ${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}: ${error_message}`;
}

function nodesIn(value: unknown): AstNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (value === null || typeof value !== 'object') return [];
  return [value as AstNode, ...Object.values(value).flatMap(nodesIn)];
}

/** What only DuckDB understands, as far as the tree shows it. */
function refuseDialect(nodes: readonly AstNode[]): void {
  for (const { type, qualify, function: called } of nodes) {
    const name = (called as { function_name?: string } | undefined)?.function_name;
    if (type === 'SHOW_REF') {
      throw new RefusedQuery(
        "Queries of this type are not supported: the local stack's Athena runs only SELECT",
      );
    }
    if (qualify) throw new RefusedQuery("line 1:1: mismatched input 'QUALIFY': Athena does not know it");
    if (type === 'TABLE_FUNCTION' && name !== 'unnest') {
      throw new RefusedQuery(`line 1:1: Table function '${name}' not registered`);
    }
  }
  // DuckDB answers it with NULL.
  if (nodes.some(dividesByZero)) throw new RefusedQuery('DIVISION_BY_ZERO: Division by zero');
}

/** Of numbers that stand in the query. Of columns nobody knows the values before, and floating point may be divided by zero. */
function dividesByZero({ function_name: name, children }: AstNode): boolean {
  if (name !== '/' && name !== '%') return false;
  const [dividend, divisor] = (children as AstNode[]).map(exactNumber);
  return dividend !== undefined && divisor === 0;
}

function exactNumber({ value }: AstNode): number | undefined {
  const { type, value: number } = (value ?? {}) as { type?: { id?: string }; value?: unknown };
  return /INT|DECIMAL/.test(type?.id ?? '') ? Number(number) : undefined;
}
