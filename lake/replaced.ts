import type { ObjectStore } from '../app/ports/lake.ts';
import { digestOf } from './lake-objects.ts';

/** Objects whose rows are all in other objects by now. They are deleted later, so that running questions keep their files. */
export type Replacement = {
  readonly key: string;
  readonly at: Date;
  readonly replaced: readonly string[];
  readonly by: readonly string[];
};

const prefix = 'tidier/replaced/';

/** Athena ends a question after 30 minutes. */
const questionMillis = 45 * 60_000;

export function isDue({ at }: Replacement, now: Date): boolean {
  return now.getTime() - at.getTime() >= questionMillis;
}

export async function noteReplacement(
  objects: ObjectStore,
  { at, replaced, by }: Omit<Replacement, 'key'>,
): Promise<void> {
  // What replaces itself must stay: merging repeats alone gives the object that was there before.
  const gone = replaced.filter((key) => !by.includes(key));
  if (gone.length === 0) return;
  const content = JSON.stringify({ at: at.toISOString(), replaced: gone, by });
  await objects.write(
    `${prefix}${at.toISOString()}-${digestOf(content)}.json`,
    new TextEncoder().encode(content),
  );
}

/** Oldest first: an object that replaces others can be replaced itself, and must not be gone before they are. */
export async function listReplacements(objects: ObjectStore): Promise<Replacement[]> {
  const found: Replacement[] = [];
  for await (const { key } of objects.list(prefix)) {
    const content = await objects.read(key);
    if (!content) continue;
    const { at, replaced, by } = JSON.parse(new TextDecoder().decode(content));
    found.push({ key, at: new Date(at), replaced, by });
  }
  return found;
}

/** Deletes what was replaced, if everything that replaces it is there. If not, nothing is deleted, and it is merged again. */
export async function removeReplaced(
  objects: ObjectStore,
  { key, replaced, by }: Replacement,
  exists: (key: string) => boolean,
): Promise<readonly string[]> {
  const isSafe = by.every(exists);
  if (isSafe) await objects.remove(replaced);
  await objects.remove([key]);
  return isSafe ? replaced : [];
}
