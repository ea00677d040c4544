import type { DuckDbResult } from './duckdb.ts';

export type ColumnInfo = {
  readonly Name: string;
  readonly Label: string;
  readonly Type: string;
  readonly Precision: number;
  readonly Scale: number;
};

/** DuckDB's types, as Trino calls them, with their precision. */
const types: Readonly<Record<string, readonly [string, number]>> = {
  VARCHAR: ['varchar', 2_147_483_647],
  BOOLEAN: ['boolean', 0],
  TINYINT: ['tinyint', 3],
  SMALLINT: ['smallint', 5],
  INTEGER: ['integer', 10],
  BIGINT: ['bigint', 19],
  // The sum of integers is larger in DuckDB.
  HUGEINT: ['bigint', 19],
  UBIGINT: ['bigint', 19],
  FLOAT: ['float', 17],
  DOUBLE: ['double', 17],
  DATE: ['date', 0],
  TIMESTAMP: ['timestamp', 3],
  'TIMESTAMP WITH TIME ZONE': ['timestamp with time zone', 3],
  BLOB: ['varbinary', 1_073_741_824],
};

export function columnsOf(result: DuckDbResult, sql: string): ColumnInfo[] {
  const duckDbTypes = result.columnTypes().map(String);
  return result.columnNames().map((name, index) => {
    const label = labelOf(name, index, sql);
    const [type, precision, scale] = typeOf(duckDbTypes[index] ?? '');
    return { Name: label, Label: label, Type: type, Precision: precision, Scale: scale };
  });
}

/** A column without a name is called by its number; DuckDB calls it by its expression. */
function labelOf(name: string, index: number, sql: string): string {
  const isNamed = /^[A-Za-z_]\w*$/.test(name) || sql.includes(`"${name.replaceAll('"', '""')}"`);
  return isNamed ? name : `_col${index}`;
}

function typeOf(duckDbType: string): [type: string, precision: number, scale: number] {
  const known = types[duckDbType];
  if (known) return [...known, 0];
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(duckDbType) ?? [];
  if (precision) return ['decimal', Number(precision), Number(scale)];
  if (duckDbType.endsWith('[]')) return ['array', 0, 0];
  if (duckDbType.startsWith('MAP(')) return ['map', 0, 0];
  if (duckDbType.startsWith('STRUCT(')) return ['row', 0, 0];
  return ['varchar', 2_147_483_647, 0];
}

/** The rows, each value as Athena writes it. */
export function rowsOf(result: DuckDbResult): (string | null)[][] {
  const duckDbTypes = result.columnTypes().map(String);
  return result
    .getRows()
    .map((row) =>
      row.map((value, index) => (value === null ? null : textOf(value, duckDbTypes[index] ?? ''))),
    );
}

type Composite = {
  readonly items?: readonly unknown[];
  readonly entries?: unknown;
  readonly bytes?: Uint8Array;
};

function textOf(value: unknown, type: string): string {
  if (value === null) return 'null';
  if (typeof value === 'number')
    return type === 'DOUBLE' || type === 'FLOAT' ? javaDouble(value) : String(value);
  if (typeof value !== 'object') return String(value);
  const { items, entries, bytes } = value as Composite;
  if (items) return `[${items.map((item) => textOf(item, type.replace(/\[\]$/, ''))).join(', ')}]`;
  if (bytes) return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (Array.isArray(entries)) {
    const pairs = (entries as { key: unknown; value: unknown }[]).map(
      (entry) => `${textOf(entry.key, '')}=${textOf(entry.value, '')}`,
    );
    return `{${pairs.join(', ')}}`;
  }
  if (entries) {
    const fields = Object.entries(entries).map(([name, field]) => `${name}=${textOf(field, '')}`);
    return `{${fields.join(', ')}}`;
  }
  return type.startsWith('TIMESTAMP') ? timestampText(String(value), type) : String(value);
}

/** With three digits after the second. */
function timestampText(text: string, type: string): string {
  const [, second = text, fraction = ''] = /^(.*?:\d\d:\d\d)(?:\.(\d+))?/.exec(text) ?? [];
  return `${second}.${fraction.slice(0, 3).padEnd(3, '0')}${type === 'TIMESTAMP' ? '' : ' UTC'}`;
}

/** `1.0`, `0.1`, `1.0E7`: as Java writes a double, and so does Trino. */
export function javaDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
