import type { ObjectStore } from '../app/ports/lake.ts';
import { addDays, dayOf } from '../core/day.ts';
import { momentFromMillis } from '../core/moment.ts';
import { type LakeObject, listLake } from './lake-objects.ts';
import { mergeObjects } from './merge-objects.ts';
import { isDue, listReplacements, removeReplaced } from './replaced.ts';
import { settleOld, sweep } from './sweep.ts';
import { planMerges } from './tidy-plan.ts';
import { type Forgotten, forgottenBy, listTombstones } from './tombstones.ts';

export type TidyOptions = {
  readonly now: Date;
  readonly isTimeUp: () => boolean;
  /** Days that events are kept; for ever when absent. */
  readonly retentionDays?: number;
};

/** What a run has done, in objects and rows. */
export type Tidied = {
  readonly merged: number;
  readonly written: number;
  readonly rows: number;
  readonly removed: number;
  readonly expired: number;
  /** Rows that no longer lead to a forgotten person. */
  readonly forgottenRows: number;
  readonly unreadable: readonly string[];
  /** False when time ran out. The next run goes on. */
  readonly isComplete: boolean;
};

/**
 * One run of the tidier. It writes before it deletes, deletes only what it has read, and does so one run later. It can stop
 * anywhere: what is left are copies, which the next run merges.
 */
export async function tidy(objects: ObjectStore, options: TidyOptions): Promise<Tidied> {
  const { now, isTimeUp } = options;
  // Before the lake is listed: what this run writes is then free of everybody who was forgotten before.
  const { pending, settled } = await listTombstones(objects);
  const forgotten = forgottenBy([...pending, ...settled]);
  const lake = new Listing(await listLake(objects));
  const expired = await expire(objects, lake, options);
  const removed = await removeAllReplaced(objects, lake, now);
  const merging = await mergeAll(objects, lake, { now, isTimeUp, forgotten, isUrgent: pending.length > 0 });
  const swept = await sweep({
    objects,
    listed: suspects(lake, forgotten, pending.length > 0),
    isReplaced: (key) => lake.isReplaced(key),
    forgotten,
    now,
    isTimeUp,
  });
  await settleOld(objects, pending, swept, now);
  return {
    merged: merging.merged,
    written: merging.written + swept.written.length,
    rows: merging.rows,
    removed,
    expired,
    forgottenRows: swept.rows,
    unreadable: merging.unreadable,
    isComplete: merging.isComplete && swept.isComplete,
  };
}

/** What is in the lake, kept up to date during a run. */
class Listing {
  private readonly present: Map<string, LakeObject>;
  private readonly replaced = new Set<string>();

  constructor(objects: readonly LakeObject[]) {
    this.present = new Map(objects.map((object) => [object.key, object]));
  }

  get all(): LakeObject[] {
    return [...this.present.values()];
  }

  /** Without those whose rows are in other objects. */
  get current(): LakeObject[] {
    return this.all.filter(({ key }) => !this.replaced.has(key));
  }

  has(key: string): boolean {
    return this.present.has(key);
  }

  isReplaced(key: string): boolean {
    return this.replaced.has(key);
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.present.delete(key);
  }

  replace(keys: readonly string[]): void {
    for (const key of keys) this.replaced.add(key);
  }
}

/**
 * Objects that can lead to a forgotten person. A pending tombstone has been held against none of them, a settled one against all that
 * are tidy; new ones can tell of the person again, after a stop of the historian for example, and may wait for a day to be merged.
 */
function suspects(lake: Listing, forgotten: Forgotten, isSomePending: boolean): readonly LakeObject[] {
  if (isSomePending) return lake.all;
  return forgotten.size === 0 ? [] : lake.current.filter(({ kind }) => kind === 'new');
}

/** Days before the retention are deleted by the events' own time, whenever they were written. */
async function expire(
  objects: ObjectStore,
  lake: Listing,
  { now, retentionDays }: TidyOptions,
): Promise<number> {
  if (retentionDays === undefined) return 0;
  const firstDay = addDays(dayOf(momentFromMillis(now.getTime())), -retentionDays);
  const old = lake.all.filter(({ day }) => day < firstDay).map(({ key }) => key);
  await objects.remove(old);
  lake.remove(old);
  return old.length;
}

async function removeAllReplaced(objects: ObjectStore, lake: Listing, now: Date): Promise<number> {
  let count = 0;
  for (const replacement of await listReplacements(objects)) {
    if (!isDue(replacement, now)) {
      lake.replace(replacement.replaced);
      continue;
    }
    const removed = await removeReplaced(objects, replacement, (key) => lake.has(key));
    lake.remove(removed);
    count += removed.length;
  }
  return count;
}

type MergeOptions = {
  readonly now: Date;
  readonly isTimeUp: () => boolean;
  readonly forgotten: Forgotten;
  readonly isUrgent: boolean;
};

async function mergeAll(objects: ObjectStore, lake: Listing, options: MergeOptions) {
  const sum = { merged: 0, written: 0, rows: 0, unreadable: [] as string[] };
  for (const { day, inputs } of planMerges(lake.current, options)) {
    if (options.isTimeUp()) return { ...sum, isComplete: false };
    const { read, written, rows, unreadable } = await mergeObjects(
      objects,
      { day, keys: inputs.map(({ key }) => key) },
      options,
    );
    lake.replace(read.filter((key) => key !== written));
    sum.merged += read.length;
    sum.written += written ? 1 : 0;
    sum.rows += rows;
    sum.unreadable.push(...unreadable);
  }
  return { ...sum, isComplete: true };
}
