import { stringOf } from './json.ts';

/** The values of one record of a file, by column name in the form of `columnName`. JSON can hold more than strings. */
export type Fields = Readonly<Record<string, unknown>>;

const known = new Map<string, string>();

/**
 * The name of a column, however it is written: `Created At`, `created_at` and `CreatedAt` are one. Providers' dashboards and
 * their APIs differ in nothing else.
 */
export function columnName(written: string): string {
  const name =
    known.get(written) ??
    written
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '');
  // Names in the code are few. Those of a strange file are not kept.
  if (known.size < 1_000) known.set(written, name);
  return name;
}

/** A string, or a number with all its digits. Undefined when there is none, or when it is blank. */
export function cellIn(fields: Fields, column: string): string | undefined {
  return stringOf(fields[columnName(column)])?.trim();
}
