import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBResultReader } from '@duckdb/node-api';
import { quoteText } from './hive-type.ts';

/** A database in memory that can read the files in one folder, and nothing else. */
export type DuckDb = {
  readonly connection: DuckDBConnection;
  /** What the engine did for the latest query: a tree of operators. */
  profile(): unknown;
  close(): void;
};

/** Loads the engine, which takes a quarter of a second, so only when a query comes. */
export async function openDuckDb(folder: string): Promise<DuckDb> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: Error) => {
    throw new Error(
      `the local stack answers queries with @duckdb/node-api, which cannot be loaded: ${error.message}`,
    );
  });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const scratch = mkdtempSync(join(tmpdir(), 'local-query-'));
  const profile = join(scratch, 'profile.json');
  const settings = [
    "SET TimeZone = 'UTC'",
    // As in Trino: 7 / 2 is 3.
    'SET integer_division = true',
    "PRAGMA enable_profiling = 'json'",
    `SET profiling_output = ${quoteText(profile)}`,
    // Athena reads tables only, so no query can depend on DuckDB's reading of files.
    `SET allowed_directories = [${quoteText(folder)}]`,
    `SET allowed_paths = [${quoteText(profile)}]`,
    'SET enable_external_access = false',
  ];
  for (const setting of settings) await connection.run(setting);
  return {
    connection,
    profile: () => JSON.parse(readFileSync(profile, 'utf8')),
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

export type DuckDbResult = DuckDBResultReader;
