import type { ObjectStore, StoredFacts } from '../../app/ports/lake.ts';
import { addDays, dayOf } from '../../core/day.ts';
import { noDimensionSettings } from '../../core/dimension-settings.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { lakeHashes } from '../../lake/lake-hashes.ts';
import { listLake } from '../../lake/lake-objects.ts';
import { tell } from '../../lake/tell.ts';
import { mailHistory } from '../../test/support/mail-history.ts';

const days = 30;
const start = Date.UTC(2026, 0, 1);
/** Events of a send in this history, on average. */
const eventsPerSend = 2.69;
/** A full batch of the historian, so that the bench does not spend its time on tiny files. */
const batch = 3_000;

const context = {
  hashes: lakeHashes('the key of a bench'),
  settings: noDimensionSettings,
  isAlwaysTold: () => true,
};

/** Writes a month of mail with `count` events into the lake, in portions, because memory is limited. */
export async function lakeHistory(count: number, objects: ObjectStore) {
  const portions = 10;
  let events = 0;
  let sample: readonly StoredFacts[] = [];
  for (let portion = 0; portion < portions; portion += 1) {
    const history = mailHistory({
      seed: portion + 1,
      sends: Math.round(count / eventsPerSend / portions),
      days,
      start,
      people: 100_000,
    }).sort((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
    if (portion === 0) sample = history;
    events += history.length;
    for (let from = 0; from < history.length; from += batch)
      await tell(history.slice(from, from + batch), context, objects);
  }
  const files = await listLake(objects);
  const to = dayOf(momentFromMillis(start + (days - 1) * 86_400_000));
  return {
    events,
    days,
    /** The last 14 days. */
    from: addDays(to, -13),
    to,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sample,
  };
}
