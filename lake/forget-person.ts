import type { LakeForgetting, ObjectStore } from '../app/ports/lake.ts';
import { listLake } from './lake-objects.ts';
import { listReplacements } from './replaced.ts';
import { sweep } from './sweep.ts';
import { addTombstone, forgottenBy } from './tombstones.ts';

/**
 * Leaves a tombstone first, so that a tidier at work, a repair or a late retry cannot bring anything back; then rewrites every
 * object that leads to the person. The objects that were replaced are deleted by the tidier, one run later.
 */
export async function forgetPerson(
  objects: ObjectStore,
  person: bigint,
  now: Date,
  onLook: (objects: number) => void,
): Promise<LakeForgetting> {
  const tombstone = { person, at: now.getTime() };
  await addTombstone(objects, tombstone);
  const replaced = new Set((await listReplacements(objects)).flatMap((each) => each.replaced));
  const { rows, written } = await sweep({
    objects,
    listed: await listLake(objects),
    isReplaced: (key) => replaced.has(key),
    forgotten: forgottenBy([tombstone]),
    now,
    isTimeUp: () => false,
    onLook: () => onLook(1),
  });
  return { rows, objects: written.length };
}
