import type { ObjectFile, ObjectFiles } from '../s3/object-files.ts';
import type { FileTable } from './glue-catalog.ts';
import { quoteName, quoteText } from './hive-type.ts';

/** A file that a query of a table may read, with the values of its partition. */
export type TableFile = ObjectFile & { readonly partition: readonly string[] };

/** The files of a table that Athena would see now. */
export function filesOf(table: FileTable, objects: ObjectFiles, now: Date): TableFile[] {
  const folders = table.partitions.map(({ name }) => `${name}=([^/]+)/`).join('');
  const place = new RegExp(`^${folders}(?:.*/)?([^/]+)$`, 'i');
  return objects.list(table.bucket, table.prefix).flatMap((file) => {
    const [, ...found] = place.exec(file.key.slice(table.prefix.length)) ?? [];
    const name = found.at(-1);
    // Athena takes files with such names for those of another program.
    if (name === undefined || /^[_.]/.test(name)) return [];
    const partition = found.slice(0, -1).map(decodeURIComponent);
    const isVisible = table.partitions.every(({ isProjected }, index) =>
      isProjected(partition[index] ?? '', now),
    );
    return isVisible ? [{ ...file, partition }] : [];
  });
}

/** The rows of a table, with exactly the columns that Glue knows: a file may lack some, and have others. */
export function selectFiles({ columns, partitions }: FileTable, files: readonly TableFile[]): string {
  const all = [...columns, ...partitions];
  const none = `SELECT ${all.map(({ name, type }) => `CAST(NULL AS ${type}) AS ${quoteName(name)}`).join(', ')} WHERE false`;
  if (files.length === 0) return none;
  const types = partitions.map(({ name, type }) => `${quoteText(name)}: ${type}`).join(', ');
  const options = [
    'union_by_name = true',
    `hive_partitioning = ${partitions.length > 0}`,
    ...(partitions.length > 0 ? [`hive_types = {${types}}`] : []),
  ].join(', ');
  const paths = files.map(({ path }) => quoteText(path)).join(', ');
  const chosen = all
    .map(({ name, type }) => `CAST(${quoteName(name)} AS ${type}) AS ${quoteName(name)}`)
    .join(', ');
  return `SELECT ${chosen} FROM (${none} UNION ALL BY NAME SELECT * FROM read_parquet([${paths}], ${options}))`;
}
