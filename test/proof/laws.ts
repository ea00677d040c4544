import fc from 'fast-check';
import { expect } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { statusPrefix } from '../../store/keys.ts';
import {
  type Arrangement,
  anyArrangement,
  anyHistory,
  arrivals,
  batches,
  type Happening,
} from './history.ts';
import { eventsIn, eventsOf, recordsOf } from './post.ts';
import { type Folds, keysFor, stateAfter, stateIn } from './state.ts';
import type { Conditions, World } from './world.ts';

/** The law of these folds: the state is a function of the set of events, whatever the way in which they came. */
export function foldLaw(folds: Folds) {
  return fc.property(anyHistory(), anyArrangement(), (history, arrangement) => {
    const happenings = history('h');
    const arrived = arrivals(happenings, arrangement).flatMap((each) => eventsIn(recordsOf(each)));
    expect(stateAfter(arrived, folds)).toEqual(stateAfter(eventsOf(happenings), folds));
  });
}

/** The same law, from signed payloads to rows: one consumer after the other, and then everything once more. */
export function storeLaw(world: World, conditions: () => Conditions = () => ({})) {
  return fc.asyncProperty(anyHistory(), anyArrangement(), anyArrangement(), async (history, first, again) => {
    const happenings = history(world.aName());
    await deliver(world, happenings, first, conditions());
    const events = eventsOf(happenings);
    const rows = await world.rowsAbout(events);
    expect(stateIn(rows)).toEqual(stateAfter(events));

    // Everything once more, in another way, a day later: not one attribute of one row changes.
    const nextDay = new Date('2026-01-02T00:00:00Z');
    await deliver(world, happenings, again, { ...conditions(), now: nextDay });
    expect(await world.rowsAbout(events)).toEqual(rows);
    expectWrittenOnce(world, events);
  });
}

export async function deliver(
  world: World,
  happenings: readonly Happening[],
  arrangement: Arrangement,
  conditions: Conditions = {},
): Promise<void> {
  const records = arrivals(happenings, arrangement).flatMap((each) => recordsOf(each, conditions.now));
  for (const batch of batches(records, arrangement)) {
    // What is handed back is delivered again; nothing of it may need more deliveries than the queue gives.
    let left = batch;
    for (let delivery = 1; delivery <= 5 && left.length > 0; delivery += 1) {
      const unfinished = await world.consume(left, conditions);
      left = left.filter(({ messageId }) => unfinished.includes(messageId));
    }
    expect(left).toEqual([]);
  }
}

/** Nothing is counted twice: whatever hangs off the table's stream saw each event, and each line of evidence, once. */
export function expectWrittenOnce({ written }: World, events: readonly EmailEvent[]): void {
  const keys = new Set(events.flatMap(keysFor).filter((key) => !key.includes(` ${statusPrefix}`)));
  for (const key of keys) expect([key, written.get(key)]).toEqual([key, 1]);
}
