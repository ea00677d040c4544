import type { Day } from '../core/day.ts';
import type { LakeObject } from './lake-objects.ts';

export type Merge = { readonly day: Day; readonly inputs: readonly LakeObject[] };

export const tidyLimits = {
  /** Rows that are merged at once. A hundred thousand take about 400 MB. */
  mergedRows: 200_000,
  /** A day is merged when it has this many new objects, so that single late events do not rewrite a whole month every hour. */
  newObjects: 8,
  /** Or when its oldest new object is this old. */
  newObjectHours: 24,
  /** A tidy object is merged with new rows when it has at most this many times as many, so that each row is rewritten only a few times. */
  growth: 4,
} as const;

/**
 * What to merge. Small objects cost money and time with every question; rewriting a large one for a few new rows costs more than
 * it gains, so tidy objects grow by steps. Copies in different objects do no harm, because every question counts an event once.
 */
export function planMerges(
  objects: readonly LakeObject[],
  {
    now,
    isUrgent = false,
  }: { readonly now: Date /** Merge whatever is new. */; readonly isUrgent?: boolean },
): Merge[] {
  const byDay = Map.groupBy(objects, ({ day }) => day);
  return [...byDay].flatMap(([day, found]) => {
    const fresh = found.filter(({ kind }) => kind === 'new');
    if (!isUrgent && !isDue(fresh, now)) return [];
    const tidy = found.filter(({ kind }) => kind === 'tidy');
    return groupsOf(fresh, tidy).map((inputs) => ({ day, inputs }));
  });
}

function isDue(fresh: readonly LakeObject[], now: Date): boolean {
  const oldest = Math.min(...fresh.map(({ modifiedAt }) => modifiedAt.getTime()));
  return (
    fresh.length >= tidyLimits.newObjects || now.getTime() - oldest >= tidyLimits.newObjectHours * 3_600_000
  );
}

/** New objects first, then the tidy ones that are not much larger. A group has no more rows than fit into memory. */
function groupsOf(fresh: readonly LakeObject[], tidy: readonly LakeObject[]): LakeObject[][] {
  const groups: LakeObject[][] = [];
  let group: LakeObject[] = [];
  let rows = 0;
  for (const object of fresh) {
    if (rows > 0 && rows + object.rows > tidyLimits.mergedRows) {
      groups.push(group);
      [group, rows] = [[], 0];
    }
    group.push(object);
    rows += object.rows;
  }
  for (const object of tidy.toSorted((one, other) => one.rows - other.rows)) {
    const fits = rows + object.rows <= tidyLimits.mergedRows;
    if (rows === 0 || !fits || object.rows > rows * tidyLimits.growth) break;
    group.push(object);
    rows += object.rows;
  }
  return group.length > 0 ? [...groups, group] : groups;
}
