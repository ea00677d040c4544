import { availableParallelism } from 'node:os';
import type { ObjectFiles } from '../s3/object-files.ts';
import { type ColumnInfo, columnsOf, rowsOf } from './athena-values.ts';
import { bytesScanned, type ScannedTable } from './data-scanned.ts';
import { type DuckDb, openDuckDb } from './duckdb.ts';
import type { CatalogTable, GlueCatalog } from './glue-catalog.ts';
import { quoteName } from './hive-type.ts';
import { readStatement } from './statement.ts';
import { filesOf, selectFiles } from './table-files.ts';
import { trinoFunctions } from './trino-functions.ts';

export type QueryResult = {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly bytesScanned: number;
};

/** Answers SQL from the files of Glue's tables. */
export type QueryEngine = {
  /** The tables and views that a query reads, also through views. Throws a RefusedQuery. */
  tablesOf(sql: string, database: string): Promise<CatalogTable[]>;
  run(sql: string, database: string, stopping: AbortSignal): Promise<QueryResult>;
  close(): Promise<void>;
};

/** `folder`: where all objects are, as files. */
export function createQueryEngine(catalog: GlueCatalog, objects: ObjectFiles, folder: string): QueryEngine {
  // Only parses. Each query has a database of its own, so that no query can leave something behind for another.
  let parser: Promise<DuckDb> | undefined;

  async function tablesOf(sql: string, database: string): Promise<CatalogTable[]> {
    parser ??= openDuckDb(folder);
    const { connection } = await parser;
    const found = new Map<string, CatalogTable>();
    async function follow(text: string, inDatabase: string): Promise<void> {
      for (const name of (await readStatement(connection, text)).tables) {
        const table = catalog.find(name.database ?? inDatabase, name.table);
        if (!table || found.has(`${table.database}.${table.name}`)) continue;
        if (table.kind === 'view') await follow(table.sql, table.database);
        // After what it reads, so that a view can be created when its turn comes.
        found.set(`${table.database}.${table.name}`, table);
      }
    }
    await follow(sql, database);
    return [...found.values()];
  }

  return {
    tablesOf,
    async run(sql, database, stopping) {
      const tables = await tablesOf(sql, database);
      const duckDb = await openDuckDb(folder);
      const interrupt = () => duckDb.connection.interrupt();
      try {
        const scanned = await createTables(duckDb, catalog, tables, database, objects);
        stopping.throwIfAborted();
        stopping.addEventListener('abort', interrupt);
        const reader = await duckDb.connection.runAndReadAll(sql);
        stopping.removeEventListener('abort', interrupt);
        return {
          columns: columnsOf(reader, sql),
          rows: rowsOf(reader),
          bytesScanned: await bytesScanned(duckDb.connection, duckDb.profile(), scanned),
        };
      } finally {
        stopping.removeEventListener('abort', interrupt);
        duckDb.close();
      }
    },
    async close() {
      (await parser?.catch(() => undefined))?.close();
    },
  };
}

async function createTables(
  { connection }: DuckDb,
  { databases }: GlueCatalog,
  tables: readonly CatalogTable[],
  database: string,
  objects: ObjectFiles,
): Promise<ScannedTable[]> {
  const scanned: ScannedTable[] = [];
  await connection.run("ATTACH ':memory:' AS awsdatacatalog");
  for (const name of databases) await connection.run(`CREATE SCHEMA awsdatacatalog.${quoteName(name)}`);
  for (const definition of trinoFunctions) await connection.run(`CREATE TEMP MACRO ${definition}`);
  for (const table of tables) {
    // The names in a view are those of its own database.
    await connection.run(`USE awsdatacatalog.${quoteName(table.database)}`);
    if (table.kind === 'view') await connection.run(`CREATE VIEW ${quoteName(table.name)} AS ${table.sql}`);
    else {
      const files = filesOf(table, objects, new Date());
      await connection.run(`CREATE VIEW ${quoteName(table.name)} AS ${selectFiles(table, files)}`);
      scanned.push({ table, files });
    }
  }
  if (databases.includes(database)) await connection.run(`USE awsdatacatalog.${quoteName(database)}`);
  await connection.run(`SET threads = ${threadsFor(scanned)}`);
  await connection.run('SET lock_configuration = true');
  return scanned;
}

/** With less to read for each, threads take twice the CPU time and answer no sooner. */
const bytesPerThread = 64 * 1024 * 1024;

function threadsFor(scanned: readonly ScannedTable[]): number {
  const bytes = scanned.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(availableParallelism(), 1 + Math.floor(bytes / bytesPerThread));
}
