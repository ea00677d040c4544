import type { ObjectStore, StoredFacts } from '../app/ports/lake.ts';
import { dayOf } from '../core/day.ts';
import { rememberingHashes } from './lake-hashes.ts';
import { objectKey } from './lake-objects.ts';
import { writeParquet } from './parquet.ts';
import { type TellingContext, toldRow } from './told-row.ts';
import { tableOf } from './told-table.ts';

export type Told = { readonly events: number; readonly objects: number };

/**
 * Files events under their own days, one object a day. Telling them again writes the same objects, and in other batches it adds
 * copies, which every question counts once. So it does not matter how often or in which batches events are told.
 */
export async function tell(
  facts: readonly StoredFacts[],
  context: TellingContext,
  objects: Pick<ObjectStore, 'write'>,
): Promise<Told> {
  const remembering = { ...context, hashes: rememberingHashes(context.hashes) };
  const byDay = Map.groupBy(facts, ({ occurredAt }) => dayOf(occurredAt));
  const writes = [...byDay].map(async ([day, events]) => {
    const content = writeParquet(tableOf(events.map((event) => toldRow(event, remembering))));
    await objects.write(objectKey(day, 'new', events.length, content), content);
  });
  await Promise.all(writes);
  return { events: facts.length, objects: writes.length };
}
