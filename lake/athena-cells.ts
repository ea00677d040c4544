import type { Cell } from '../app/ports/analytics.ts';

/** Athena answers every value as a string. */
export function cellIn(text: string | undefined, type: string): Cell {
  if (text === undefined) return null;
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'float':
    case 'real':
    case 'double':
      return Number(text);
    case 'bigint':
      return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
    default:
      return text;
  }
}
