import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import type { Cell } from '../app/ports/analytics.ts';

type Column = { readonly name: string; readonly type: string };

/** The result of a question as a Parquet file. Dates, arrays and everything else without a type of its own are strings. */
export function resultParquet(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const columnData = columns.map(({ name, type }, index): ColumnSource => {
    const kind = kinds[type] ?? text;
    return {
      name,
      type: kind.type,
      nullable: true,
      data: rows.map((row) => {
        const cell = row[index] ?? null;
        return cell === null ? null : kind.valueOf(cell);
      }),
    };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

type Kind = {
  readonly type: NonNullable<ColumnSource['type']>;
  readonly valueOf: (cell: NonNullable<Cell>) => unknown;
};

const text: Kind = { type: 'STRING', valueOf: String };
const whole: Kind = { type: 'INT64', valueOf: (cell) => BigInt(cell) };
const floating: Kind = { type: 'DOUBLE', valueOf: Number };

const kinds: Readonly<Record<string, Kind>> = {
  boolean: { type: 'BOOLEAN', valueOf: Boolean },
  tinyint: whole,
  smallint: whole,
  integer: whole,
  bigint: whole,
  real: floating,
  float: floating,
  double: floating,
  // Without a zone, as everywhere in the lake: UTC.
  timestamp: { type: 'TIMESTAMP', valueOf: (cell) => new Date(`${String(cell).replace(' ', 'T')}Z`) },
};
