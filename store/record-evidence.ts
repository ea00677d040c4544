import { setTimeout as delay } from 'node:timers/promises';
import type { Evidence } from '../core/suppression.ts';
import { rowName } from './keys.ts';
import type { Outcome, Store, Write } from './store.ts';
import { isHistory, joinRows, type SuppressionRow, suppressionRows } from './suppression-rows.ts';
import type { Pause } from './trouble.ts';

/** Rounds for rows that DynamoDB throttles, besides the store's own tries: about two minutes. */
const maxRounds = 120;
const pauseBetweenRounds = 1_000;

type RecordOptions = {
  /** Inserts rows that do not exist yet, or leaves them out. Returns the names of those that were inserted. */
  readonly insertNew?: (rows: readonly PlainRow[]) => Promise<ReadonlySet<string>>;
  readonly pause?: Pause;
};
type PlainRow = readonly [string, Extract<SuppressionRow, { part: 'log' | 'head' }>];

/**
 * Adds many pieces of evidence. Returns for each whether it was new. The history is written before its heads, or together with
 * them, so that evidence that has a head is complete, wherever the program was stopped.
 */
export async function recordEvidence(
  store: Store,
  evidence: readonly Evidence[],
  { insertNew = async () => new Set(), pause = delay }: RecordOptions = {},
): Promise<boolean[]> {
  const rows = new Map<string, SuppressionRow>();
  const historyOf = evidence.map((each) => {
    const own = suppressionRows(each);
    for (const row of own) rows.set(rowName(row.key), joinRows(rows.get(rowName(row.key)), row));
    return own.filter(isHistory).map(({ key }) => rowName(key));
  });
  const isNew = new Set(await insertNew([...rows].flatMap(plainRow)));
  for (const name of isNew) rows.delete(name);
  for (const isWanted of [isHistory, (row: SuppressionRow) => !isHistory(row)]) {
    const some = [...rows].filter(([, row]) => isWanted(row));
    for (const name of await written(store, some, pause)) isNew.add(name);
  }
  // Two equal lines of one file are one piece of evidence.
  const counted = new Set<string>();
  return evidence.map(({ id }, index) => {
    const name = `${id} ${historyOf[index]?.join()}`;
    const isFirst = !counted.has(name);
    counted.add(name);
    return isFirst && (historyOf[index] ?? []).some((row) => isNew.has(row));
  });
}

/** Soft bounces have to be counted after they are written. */
function plainRow([name, row]: readonly [string, SuppressionRow]): PlainRow[] {
  return row.part === 'soft' ? [] : [[name, row]];
}

/** Writes all rows, and returns the names of those that did not contain it already. Throws when a write fails. */
async function written(
  store: Store,
  rows: readonly (readonly [string, SuppressionRow])[],
  pause: Pause,
): Promise<string[]> {
  const changed: string[] = [];
  let left = rows.map(([name, row]): Write => ({ name, type: 'suppression', row }));
  for (let round = 0; left.length > 0; round += 1) {
    if (round > 0) await pause(pauseBetweenRounds);
    const outcomes = await store.writeAll(left, () => false);
    for (const [index, outcome] of outcomes.entries())
      if (outcome.type === 'done' && !outcome.repeated) changed.push(left[index]?.name ?? '');
    mustHaveWorked(outcomes, round);
    left = left.filter((_, index) => outcomes[index]?.type === 'busy');
  }
  return changed;
}

function mustHaveWorked(outcomes: readonly Outcome[], round: number): void {
  for (const outcome of outcomes) {
    if (outcome.type === 'failed') throw outcome.error;
    if (outcome.type === 'busy' && round === maxRounds) throw outcome.error;
  }
}
