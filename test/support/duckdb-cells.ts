import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { Cell } from '../../app/ports/analytics.ts';

/** A value of DuckDB as Athena would show it. */
export function cellOf(value: DuckDBValue): Cell {
  if (typeof value === 'bigint') return wholeNumber(value);
  if (value === null || typeof value !== 'object') return value ?? null;
  if ('micros' in value && 'toParts' in value && typeof value.micros === 'bigint')
    return timeOf(value.micros);
  if ('items' in value && Array.isArray(value.items))
    return `[${value.items.map((item) => cellOf(item) ?? 'null').join(', ')}]`;
  return String(value);
}

function wholeNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** DuckDB leaves out zeros at the end. */
function timeOf(micros: bigint): string {
  return new Date(Number(micros / 1_000n)).toISOString().replace('T', ' ').slice(0, 23);
}

const types: Readonly<Record<string, string>> = {
  HUGEINT: 'bigint',
  UBIGINT: 'bigint',
  FLOAT: 'real',
  TIMESTAMP: 'timestamp',
};

/** The name that Athena has for a type. */
export function typeOf(type: DuckDBType): string {
  const name = String(type);
  if (name.endsWith('[]')) return 'array';
  return types[name] ?? name.toLowerCase();
}
