import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileTable } from './glue-catalog.ts';
import { quoteName, quoteText } from './hive-type.ts';
import type { TableFile } from './table-files.ts';

/** A table of a query, and the files that it may read. */
export type ScannedTable = { readonly table: FileTable; readonly files: readonly TableFile[] };

type Operator = {
  readonly operator_name?: string;
  readonly extra_info?: Readonly<Record<string, string | readonly string[]>>;
  readonly children?: readonly Operator[];
};

/**
 * The bytes that Athena would bill: the read columns in the files of the read partitions. DuckDB's own figure counts what was not
 * in a cache.
 */
export async function bytesScanned(
  connection: DuckDBConnection,
  profile: unknown,
  tables: readonly ScannedTable[],
): Promise<number> {
  let bytes = 0;
  for (const { extra_info: info = {} } of scansIn(profile as Operator)) {
    const [first = ''] = texts(info['Filename(s)']).join(', ').split(', ');
    const scanned = tables.find(({ files }) => files.some(({ path }) => path === first));
    if (!scanned) continue;
    const paths = await readPaths(connection, scanned, texts(info['File Filters']));
    const told = [...texts(info['Projections']), ...texts(info['Filters'])].join(' ');
    const words = new Set(told.split(/\W+/));
    const columns = scanned.table.columns.map(({ name }) => name).filter((name) => words.has(name));
    bytes += await columnBytes(connection, paths, columns);
  }
  return bytes;
}

function scansIn(operator: Operator): Operator[] {
  const below = (operator.children ?? []).flatMap(scansIn);
  return operator.operator_name === 'READ_PARQUET' ? [operator, ...below] : below;
}

function texts(value: string | readonly string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

/** The files that are left when the engine has applied its conditions on partitions. */
async function readPaths(
  connection: DuckDBConnection,
  { table, files }: ScannedTable,
  filters: readonly string[],
): Promise<string[]> {
  const all = files.map(({ path }) => path);
  if (filters.length === 0) return all;
  const rows = files.map(({ path, partition }) => `(${[path, ...partition].map(quoteText).join(', ')})`);
  const names = ['path', ...table.partitions.map(({ name }) => name)].map(quoteName);
  const typed = table.partitions.map(
    ({ name, type }) => `CAST(${quoteName(name)} AS ${type}) AS ${quoteName(name)}`,
  );
  const sql = `SELECT path FROM (SELECT path, ${typed.join(', ')} FROM (VALUES ${rows.join(', ')}) AS f(${names.join(', ')}))
    WHERE ${filters.map((filter) => `(${filter})`).join(' AND ')}`;
  try {
    return (await connection.runAndReadAll(sql)).getRows().map(([path]) => String(path));
  } catch {
    // A condition that is not written as in SQL. More is counted then, never less.
    return all;
  }
}

async function columnBytes(
  connection: DuckDBConnection,
  paths: readonly string[],
  columns: readonly string[],
): Promise<number> {
  if (paths.length === 0 || columns.length === 0) return 0;
  const reader = await connection.runAndReadAll(
    `SELECT sum(total_compressed_size) FROM parquet_metadata([${paths.map(quoteText).join(', ')}])
     WHERE split_part(path_in_schema, ', ', 1) IN (${columns.map(quoteText).join(', ')})`,
  );
  return Number(reader.getRows()[0]?.[0] ?? 0);
}
