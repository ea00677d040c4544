import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import type { Cell, Lake, QueryResult } from '../../app/ports/analytics.ts';
import { askAgainIfFileIsGone } from '../../lake/ask-again.ts';
import { views } from '../../lake/sql/views.ts';
import { type ColumnKind, toldColumns } from '../../lake/told-columns.ts';
import { cellOf, typeOf } from './duckdb-cells.ts';
import { trinoFunctions } from './trino-functions.ts';

export type DuckDbSettings = {
  /** The folder with the objects of the bucket. A question can read nothing outside of it. */
  readonly folder: string;
  /** How the event files end. @default '.parquet' */
  readonly ending?: string;
};

/** Runs SQL over the files of a lake, inside this process. `close` frees its memory. */
export async function openDuckDbLake(settings: DuckDbSettings): Promise<Lake & { close(): void }> {
  // Loaded only here: that takes longer than most commands.
  const { DuckDBInstance, StatementType } = await import('@duckdb/node-api');
  // With a second thread, the largest value of a text column for each send takes twice the CPU time, and as long by the clock.
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '400MB', threads: '1' });
  const connection = await instance.connect();
  await setUp(connection, settings);
  const run = async (sql: string): Promise<QueryResult> => {
    try {
      await defineTold(connection, settings);
      const statements = await connection.extractStatements(sql);
      const statement = await statements.prepare(0);
      const isQuestion = [StatementType.SELECT, StatementType.EXPLAIN].includes(statement.statementType);
      if (statements.count !== 1 || !isQuestion) return failed('expected one statement that reads: select …');
      return resultOf(await statement.run());
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other, because a connection runs one statement at a time.
    query(sql, { signal } = {}) {
      const stop = () => connection.interrupt();
      const answer = last
        .then(() => askAgainIfFileIsGone(() => run(sql)))
        .finally(() => signal?.removeEventListener('abort', stop));
      signal?.addEventListener('abort', stop);
      last = answer;
      return answer;
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function setUp(connection: DuckDBConnection, settings: DuckDbSettings): Promise<void> {
  await connection.run(`set allowed_directories = [${quoted(settings.folder)}]`);
  await connection.run('set enable_external_access = false');
  await connection.run("set TimeZone = 'UTC'");
  for (const text of trinoFunctions) await connection.run(text);
  await defineTold(connection, settings);
  for (const { name, sql } of views) await connection.run(`create view ${name} as ${sql}`);
  await connection.run('set lock_configuration = true');
}

/** Before every question, because DuckDB does not accept a pattern that matches nothing, as in a lake that is still empty. */
async function defineTold(connection: DuckDBConnection, settings: DuckDbSettings): Promise<void> {
  const { folder, ending = '.parquet' } = settings;
  const files = quoted(`${folder}/events/*/*${ending}`);
  const found = await connection.runAndReadAll(`select count(*) from glob(${files})`);
  const isEmpty = Number(found.getRows()[0]?.[0]) === 0;
  const stored = `select * from read_parquet(${files}, union_by_name = true, hive_partitioning = true, hive_types_autocast = false)`;
  // The empty table brings every column, also those that no file has yet.
  await connection.run(
    `create or replace view told as ${emptyTold}${isEmpty ? '' : ` union all by name ${stored}`}`,
  );
}

const types: Readonly<Record<ColumnKind, string>> = {
  time: 'timestamp',
  hash: 'bigint',
  text: 'varchar',
  texts: 'varchar[]',
  flag: 'boolean',
  number: 'integer',
};

const emptyTold = `select ${[
  ...toldColumns.map(({ name, kind }) => `cast(null as ${types[kind]}) as ${name}`),
  'cast(null as varchar) as day',
].join(', ')} where false`;

function resultOf(result: DuckDBMaterializedResult): QueryResult {
  const kinds = result.columnTypes();
  const columns = result.columnNames().map((name, index) => {
    const type = kinds[index];
    return { name, type: type ? typeOf(type) : 'varchar' };
  });
  return { type: 'rows', columns, rows: cellsOf(result) };
}

async function* cellsOf(result: DuckDBMaterializedResult): AsyncGenerator<readonly Cell[]> {
  for await (const rows of result.yieldRows()) for (const row of rows) yield row.map(cellOf);
}

function failed(reason: string): QueryResult {
  return { type: 'failed', reason };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
