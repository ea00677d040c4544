import { type ColumnName, type ToldColumn, type ToldRow, toldColumns } from './told-columns.ts';

export type Value = bigint | string | readonly string[] | boolean | number | null;
/** Columns without nulls of 64-bit numbers are typed arrays: they take a third of the memory. */
export type Column = readonly Value[] | BigInt64Array;

/** Rows as columns, the form in which they are written, read and merged. Times are bigints, as in a file. */
export type ToldTable = { readonly rowCount: number; readonly columns: Readonly<Record<ColumnName, Column>> };

export function tableOf(rows: readonly ToldRow[]): ToldTable {
  return toldTable(rows.length, (column) => {
    const { name, kind } = column;
    if (isLongs(column)) return BigInt64Array.from(rows, (row) => BigInt(row[name] as bigint | number));
    if (kind !== 'time') return rows.map((row) => row[name]);
    return rows.map((row) => {
      const millis = row[name] as number | null;
      return millis === null ? null : BigInt(millis);
    });
  });
}

/** Builds a table column by column. */
export function toldTable(rowCount: number, make: (column: NamedColumn) => Column): ToldTable {
  const columns = toldColumns.map((column) => [column.name, make(column)] as const);
  return { rowCount, columns: Object.fromEntries(columns) as Record<ColumnName, Column> };
}

export type NamedColumn = ToldColumn & { readonly name: ColumnName };

/** Whether the column is a typed array of 64-bit numbers. */
export function isLongs({ kind, isRequired = false }: Pick<ToldColumn, 'kind' | 'isRequired'>): boolean {
  return isRequired && (kind === 'hash' || kind === 'time');
}
