import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { temporaryFolder } from './assembly.ts';

/** The rows of a query in DuckDB's SQL, as a Parquet file. */
export async function parquetOf(sql: string): Promise<Buffer> {
  const folder = temporaryFolder();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`COPY (${sql}) TO '${folder.path}/rows.parquet' (FORMAT parquet)`);
    return readFileSync(`${folder.path}/rows.parquet`);
  } finally {
    connection.closeSync();
    instance.closeSync();
    folder.remove();
  }
}
