import type { LakeInventory, ObjectStore } from '../app/ports/lake.ts';
import { listLake } from './lake-objects.ts';
import { listReplacements } from './replaced.ts';
import { isAsked } from './sql/asked-days.ts';
import { readReport } from './tidier-report.ts';
import { listTombstones } from './tombstones.ts';

export async function inventoryOf(objects: ObjectStore, now: Date): Promise<LakeInventory> {
  const [all, replacements, { pending }, lastTidied] = await Promise.all([
    listLake(objects),
    listReplacements(objects),
    listTombstones(objects),
    readReport(objects),
  ]);
  const replaced = new Set(replacements.flatMap((each) => each.replaced));
  const current = all.filter(({ key }) => !replaced.has(key));
  const fresh = current.filter(({ kind }) => kind === 'new');
  const days = current.map(({ day }) => day).sort();
  const oldest = Math.min(...fresh.map(({ modifiedAt }) => modifiedAt.getTime()));
  return {
    newObjects: fresh.length,
    ...(fresh.length > 0 && { oldestNewObjectAt: new Date(oldest) }),
    tidyObjects: current.length - fresh.length,
    rows: current.reduce((sum, { rows }) => sum + rows, 0),
    bytes: current.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(days[0] && { firstDay: days[0] }),
    ...(days.at(-1) && { lastDay: days.at(-1) }),
    unseenDays: [...new Set(days)].filter((day) => !isAsked(day, now)),
    replacedObjects: all.length - current.length,
    peopleBeingForgotten: new Set(pending.map(({ person }) => person)).size,
    ...(lastTidied && { lastTidied }),
  };
}
