import { hash } from 'node:crypto';
import type { ListedObject, ObjectStore } from '../app/ports/lake.ts';
import { type Day, parseDay } from '../core/day.ts';

/** `new`: as the historian or a repair wrote it. `tidy`: merged by the tidier, sorted and without repeats. */
export type ObjectKind = 'new' | 'tidy';

export type LakeObject = ListedObject & {
  readonly day: Day;
  readonly kind: ObjectKind;
  readonly rows: number;
};

const eventsPrefix = 'events/';

/**
 * The key of an object is a digest of its content. The same rows written again are the same object, and an object that was read
 * can be deleted by its key: whatever is there has been read.
 */
export function objectKey(day: Day, kind: ObjectKind, rows: number, content: Uint8Array): string {
  return `${eventsPrefix}day=${day}/${kind}-${rows}-${digestOf(content)}.parquet`;
}

/** Undefined for any other object. */
function readObject(listed: ListedObject): LakeObject | undefined {
  const [, date = '', kind, rows] =
    /^events\/day=(\d{4}-\d{2}-\d{2})\/(new|tidy)-(\d+)-[\da-f]{32}\.parquet$/.exec(listed.key) ?? [];
  const day = parseDay(date);
  return day && { ...listed, day, kind: kind as ObjectKind, rows: Number(rows) };
}

export function digestOf(content: Uint8Array | string): string {
  return hash('sha256', content).slice(0, 32);
}

/** All event objects of the lake, in the order of their days. */
export async function listLake(objects: ObjectStore): Promise<LakeObject[]> {
  const found: LakeObject[] = [];
  for await (const listed of objects.list(eventsPrefix)) {
    const object = readObject(listed);
    if (object) found.push(object);
  }
  return found;
}
