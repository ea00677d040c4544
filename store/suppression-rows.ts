import { distinct } from '../core/fold-suppression.ts';
import { type Head, headOf, includesHead, joinHeads } from '../core/head.ts';
import type { Evidence, SuppressionEntry } from '../core/suppression.ts';
import { type AddressRowKey, headRowKey, logRowKey, rowName, softRowKey } from './keys.ts';

/** What one row of an address has to contain. */
export type SuppressionRow =
  /** A row of the history, or the head of a strand. Both hold the latest entry and when the first one happened. */
  | { readonly part: 'log' | 'head'; readonly key: AddressRowKey; readonly head: Head }
  /** The soft bounces of one day. Their head follows from all days around it. */
  | { readonly part: 'soft'; readonly key: AddressRowKey; readonly bounces: readonly Evidence[] };

/** The rows that an entry adds to. Writing them twice or in another order leaves the same rows. */
export function suppressionRows(entry: SuppressionEntry): SuppressionRow[] {
  if (entry.type === 'evidence' && entry.cause === 'soft_bounce')
    return [{ part: 'soft', key: softRowKey(entry), bounces: [entry] }];
  const head = headOf(entry);
  return [
    { part: 'log', key: logRowKey(entry), head },
    { part: 'head', key: headRowKey(entry), head },
  ];
}

/** The row with each bounce once. Joining does not look for repeats: a post can hold thousands of bounces of one day. */
export function withoutRepeats(row: SuppressionRow): SuppressionRow {
  return row.part === 'soft' ? { ...row, bounces: distinct(row.bounces) } : row;
}

/** Two rows with the same key as one. */
export function joinRows(one: SuppressionRow | undefined, other: SuppressionRow): SuppressionRow {
  if (!one) return other;
  if (one.part === 'soft')
    return other.part === 'soft' ? { ...one, bounces: [...one.bounces, ...other.bounces] } : one;
  return other.part === 'soft' ? one : { ...one, head: joinHeads(one.head, other.head) };
}

/** Whether joining `part` would change nothing. */
export function includesRow(row: SuppressionRow, part: SuppressionRow): boolean {
  if (row.part === 'soft' || part.part === 'soft')
    return row.part === 'soft' && part.part === 'soft' && includesBounces(row.bounces, part.bounces);
  return includesHead(row.head, part.head);
}

function includesBounces(bounces: readonly Evidence[], some: readonly Evidence[]): boolean {
  return distinct([...bounces, ...some]).length === bounces.length;
}

/** Whether the row belongs to the history, and not to the heads that summarise it. */
export function isHistory({ part }: SuppressionRow): boolean {
  return part !== 'head';
}

/** Any entry of the row, for its cause and scope. */
export function entryIn(row: SuppressionRow): SuppressionEntry | undefined {
  return row.part === 'soft' ? row.bounces[0] : row.head.latest;
}

export function nameOfRow({ key }: SuppressionRow): string {
  return rowName(key);
}
