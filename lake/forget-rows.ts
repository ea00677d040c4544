import { isCommonDomain } from './mailbox-provider.ts';
import type { ColumnName } from './told-columns.ts';
import type { ToldTable, Value } from './told-table.ts';
import type { Forgotten } from './tombstones.ts';

/** What could lead to a person. The hash of the send stays, or its events would count as several sends. */
const nulled = ['person', 'message_id', 'link', 'metadata'] as const satisfies readonly ColumnName[];

/** The columns that decide whether a row is about a forgotten person. */
export const decidingColumns = ['person', 'occurred_at', 'received_at'] as const;

/** The rows that a tombstone covers. */
export function forgottenRows({ rowCount, columns }: ToldTable, forgotten: Forgotten): number[] {
  if (forgotten.size === 0) return [];
  const found: number[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const at = forgotten.get(columns.person[row] as bigint);
    if (at === undefined) continue;
    const occurredAt = Number(columns.occurred_at[row]);
    const receivedAt = Number(columns.received_at[row] ?? occurredAt);
    if (Math.min(occurredAt, receivedAt) <= at) found.push(row);
  }
  return found;
}

/**
 * The table without anything that leads to a forgotten person. Every row stays, so that no count changes. A domain of which few
 * people have an address could be the person's own, so it goes too.
 */
export function withoutForgotten(table: ToldTable, forgotten: Forgotten): ToldTable {
  const rows = forgottenRows(table, forgotten);
  if (rows.length === 0) return table;
  const columns: Record<string, Value[]> = {};
  for (const name of nulled) columns[name] = withNulls(table, name, rows);
  const domains = table.columns.recipient_domain;
  columns['recipient_domain'] = withNulls(
    table,
    'recipient_domain',
    rows.filter((row) => !isCommonDomain(String(domains[row]))),
  );
  return { ...table, columns: { ...table.columns, ...columns } };
}

function withNulls({ columns }: ToldTable, name: ColumnName, rows: readonly number[]): Value[] {
  const values: Value[] = Array.from(columns[name] as ArrayLike<Value>);
  for (const row of rows) values[row] = null;
  return values;
}
