import type { ObjectStore } from '../app/ports/lake.ts';
import { decidingColumns, forgottenRows } from './forget-rows.ts';
import type { LakeObject } from './lake-objects.ts';
import { mergeObjects } from './merge-objects.ts';
import { readParquet } from './parquet.ts';
import { type Forgotten, settle, type Tombstone } from './tombstones.ts';

type Sweep = {
  readonly objects: ObjectStore;
  /** What to look through: perhaps also what is replaced and not deleted yet. */
  readonly listed: readonly LakeObject[];
  readonly isReplaced: (key: string) => boolean;
  readonly forgotten: Forgotten;
  readonly now: Date;
  readonly isTimeUp: () => boolean;
  readonly onLook?: () => void;
};

export type Swept = {
  /** Objects that led to a forgotten person. */
  readonly found: number;
  readonly rows: number;
  /** Objects written in their place. */
  readonly written: readonly string[];
  readonly isComplete: boolean;
};

/** Looks through objects for forgotten persons, and rewrites each object that leads to one. */
export async function sweep({
  objects,
  listed,
  isReplaced,
  forgotten,
  now,
  isTimeUp,
  onLook,
}: Sweep): Promise<Swept> {
  const swept = { found: 0, rows: 0, written: [] as string[] };
  for (const { key, day } of listed) {
    if (isTimeUp()) return { ...swept, isComplete: false };
    const content = await objects.read(key);
    onLook?.();
    if (!content) continue;
    // A file that is not Parquet has been reported already, when it was to be merged.
    const table = await readParquet(content, decidingColumns).catch(() => undefined);
    const rows = table ? forgottenRows(table, forgotten).length : 0;
    if (rows === 0) continue;
    swept.found += 1;
    // The object has been merged into another one already, and is about to be deleted.
    if (isReplaced(key)) continue;
    swept.rows += rows;
    const { written } = await mergeObjects(objects, { day, keys: [key] }, { forgotten, now });
    if (written) swept.written.push(written);
  }
  return { ...swept, isComplete: true };
}

/** Longer than a run of the tidier can last. A run that began before the tombstone was written has ended by then. */
const longestRunMillis = 30 * 60_000;

/** A tombstone is settled when no object leads to the person any more, and no earlier run can still write one that does. */
export async function settleOld(
  objects: ObjectStore,
  pending: readonly Tombstone[],
  { found, isComplete }: Swept,
  now: Date,
): Promise<void> {
  if (found > 0 || !isComplete) return;
  const old = pending.filter(({ at }) => now.getTime() - at >= longestRunMillis);
  if (old.length > 0) await settle(objects, old);
}
