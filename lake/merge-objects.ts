import type { ObjectStore } from '../app/ports/lake.ts';
import type { Day } from '../core/day.ts';
import { withoutForgotten } from './forget-rows.ts';
import { objectKey } from './lake-objects.ts';
import { mergeTables } from './merge-tables.ts';
import { readParquet, writeParquet } from './parquet.ts';
import { noteReplacement } from './replaced.ts';
import type { ToldTable } from './told-table.ts';
import type { Forgotten } from './tombstones.ts';

export type Merged = {
  /** The objects that are replaced. */
  readonly read: readonly string[];
  /** Absent when none of them could be read. */
  readonly written?: string;
  readonly rows: number;
  /** Objects that exist and are no Parquet files. They stay where they are. */
  readonly unreadable: readonly string[];
};

/**
 * Writes the rows of some objects of a day into one, and only then notes that these are replaced. A crash before the note leaves
 * copies, which do no harm; nothing is noted that was not read.
 */
export async function mergeObjects(
  objects: ObjectStore,
  { day, keys }: { readonly day: Day; readonly keys: readonly string[] },
  { forgotten, now }: { readonly forgotten: Forgotten; readonly now: Date },
): Promise<Merged> {
  const read: { key: string; table: ToldTable }[] = [];
  const unreadable: string[] = [];
  for await (const { key, content } of contentsOf(objects, keys)) {
    const table = await readParquet(content).catch(() => undefined);
    if (!table) unreadable.push(key);
    // After a return to an earlier version, such objects wait for the later one.
    else if (!table.isOfLaterVersion) read.push({ key, table: withoutForgotten(table, forgotten) });
  }
  if (read.length === 0) return { read: [], rows: 0, unreadable };
  const merged = mergeTables(read.map(({ table }) => table));
  const content = writeParquet(merged);
  const written = objectKey(day, 'tidy', merged.rowCount, content);
  await objects.write(written, content);
  const replaced = read.map(({ key }) => key);
  await noteReplacement(objects, { at: now, replaced, by: [written] });
  return { read: replaced, written, rows: merged.rowCount, unreadable };
}

/** Objects are small, so that waiting for one after the other would take longer than merging them. */
const readsAtOnce = 16;

/** Those that exist, in the given order. */
async function* contentsOf(
  objects: ObjectStore,
  keys: readonly string[],
): AsyncGenerator<{ readonly key: string; readonly content: Uint8Array }> {
  for (let from = 0; from < keys.length; from += readsAtOnce) {
    const some = keys.slice(from, from + readsAtOnce);
    const contents = await Promise.all(some.map((key) => objects.read(key)));
    for (const [index, key] of some.entries()) {
      const content = contents[index];
      if (content) yield { key, content };
    }
  }
}
