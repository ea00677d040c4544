import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetRead, parquetSchema, type SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { type ColumnKind, type ColumnName, toldColumns } from './told-columns.ts';
import { isLongs, type NamedColumn, type ToldTable, toldTable, type Value } from './told-table.ts';

/** Hashes hardly repeat, so that looking for repetitions would only take time. */
const withoutDictionary: ReadonlySet<ColumnName> = new Set(['event', 'unit', 'person']);

/** Node's zstd makes smaller files than the writer's own snappy, but for few rows it takes three times as long. */
const rowsForZstd = 100;

/** The same rows always give the same bytes: objects are named by their content. */
export function writeParquet({ columns }: ToldTable): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      schema,
      columnData: toldColumns.map(({ name }) => ({
        name,
        data: columns[name] as Value[] | BigInt64Array,
        ...(withoutDictionary.has(name) && { encoding: 'PLAIN' as const }),
      })),
      codec: columns.v.length < rowsForZstd ? 'SNAPPY' : 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      // Questions are narrowed by day, and the day is not a column of the file. Half of a small file would be statistics.
      statistics: false,
      rowGroupSize: 100_000,
    }),
  );
}

export type ReadTable = ToldTable & {
  /** Whether the file has columns that this version does not know. Written again, it would lose them. */
  readonly isOfLaterVersion: boolean;
};

/** All columns, or some. A column that the file does not have is null: an earlier version wrote it. */
export async function readParquet(
  content: Uint8Array,
  names: readonly ColumnName[] = toldColumns.map(({ name }) => name),
): Promise<ReadTable> {
  const file = content.slice().buffer;
  const metadata = parquetMetadata(file);
  const present = new Set(parquetSchema(metadata).children.map(({ element }) => element.name));
  const rowCount = Number(metadata.num_rows);
  const table = toldTable(rowCount, (column) =>
    isLongs(column) ? new BigInt64Array(rowCount) : new Array<Value>(rowCount).fill(null),
  );
  await parquetRead({
    file,
    metadata,
    columns: names.filter((name) => present.has(name)),
    compressors: { ZSTD: (bytes) => new Uint8Array(zstdDecompressSync(bytes)) },
    parsers: { timestampFromMilliseconds: (millis) => millis },
    onChunk: ({ columnName, columnData, rowStart }) =>
      copyInto(table.columns[columnName as ColumnName] as Value[], columnData as ArrayLike<Value>, rowStart),
  });
  return { ...table, isOfLaterVersion: [...present].some((name) => !known.has(name)) };
}

const known: ReadonlySet<string> = new Set(toldColumns.map(({ name }) => name));

function copyInto(column: Value[], chunk: ArrayLike<Value | undefined>, from: number): void {
  for (let index = 0; index < chunk.length; index += 1) column[from + index] = chunk[index] ?? null;
}

const elements: Readonly<Record<Exclude<ColumnKind, 'texts'>, Omit<SchemaElement, 'name'>>> = {
  // Without a zone: the engines then show UTC whatever the zone of the reader is.
  time: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } },
  hash: { type: 'INT64' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  flag: { type: 'BOOLEAN' },
  number: { type: 'INT32' },
};

const schema: SchemaElement[] = [
  { name: 'told', num_children: toldColumns.length },
  ...toldColumns.flatMap(elementsOf),
];

function elementsOf({ name, kind, isRequired = false }: NamedColumn): SchemaElement[] {
  const repetition_type = isRequired ? 'REQUIRED' : 'OPTIONAL';
  if (kind !== 'texts') return [{ name, repetition_type, ...elements[kind] }];
  return [
    { name, repetition_type, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...elements.text },
  ];
}
