import { type Answer, answer, refuse } from './answer.ts';
import type { Cell, Lake, QueryOptions, QueryResult } from './ports/analytics.ts';

type Rows = Extract<QueryResult, { type: 'rows' }>;

export type LakeAnswer = {
  readonly columns: Rows['columns'];
  /** At most as many as asked for. */
  readonly rows: readonly (readonly Cell[])[];
  readonly hasMore: boolean;
  readonly scannedBytes?: number;
};

/** Runs one question in SQL. It can read the lake and change nothing. */
export async function askLake(
  { sql, most }: { readonly sql: string; readonly most: number },
  lake: Lake,
  options: QueryOptions = {},
): Promise<Answer<LakeAnswer>> {
  const question = oneQuestion(sql);
  if (!question.ok) return question;
  const result = await lake.query(question.value, options);
  if (result.type === 'failed') return refuse('query-failed', result.reason);
  const rows: (readonly Cell[])[] = [];
  let hasMore = false;
  for await (const row of result.rows) {
    hasMore = rows.length === most;
    if (hasMore) break;
    rows.push(row);
  }
  const { columns, scannedBytes } = result;
  return answer({ columns, rows, hasMore, ...(scannedBytes !== undefined && { scannedBytes }) });
}

/** Strings, quoted names and comments: what stands in them is no statement. */
const inert = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * One SELECT, perhaps after WITH, without the semicolon at its end. The engines refuse the rest too, each in its own way: Athena by
 * the rights of the caller, DuckDB by the kind of statement. Here everybody gets the same answer, before anything runs.
 */
export function oneQuestion(sql: string): Answer<string> {
  // A comment becomes a space, and everything else that is inert keeps its place as an x.
  const bare = sql.replaceAll(inert, (found) =>
    /^(--|\/\*)/.test(found) ? ' '.repeat(found.length) : 'x'.repeat(found.length),
  );
  const statement = bare.trimEnd().replace(/[;\s]+$/, '');
  if (statement.includes(';'))
    return refuse('query-invalid', 'expected one statement, found several; ask one after the other');
  if (!/^[\s(]*(select|with)\b/i.test(statement))
    return refuse(
      'query-invalid',
      'expected a question that begins with select or with; the lake is never changed by SQL',
    );
  return answer(sql.slice(0, statement.length).trim());
}
