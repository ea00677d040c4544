import fc from 'fast-check';
import { expect } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { eventRowKey } from '../../store/keys.ts';
import {
  type Arrangement,
  anyArrangement,
  anyHistory,
  arrivals,
  batches,
  type Happening,
} from './history.ts';
import { eventsIn, eventsOf, recordsOf } from './post.ts';
import { type Folds, nameOf, stateAfter, stateIn } from './state.ts';
import type { Conditions, World } from './world.ts';

/** The law of these folds: the state depends only on the set of events, not on how they arrive. */
export function foldLaw(folds: Folds) {
  return fc.property(anyHistory(), anyArrangement(), (history, arrangement) => {
    const happenings = history('h');
    const arrived = arrivals(happenings, arrangement).flatMap((each) => eventsIn(recordsOf(each)));
    expect(stateAfter(arrived, folds)).toEqual(stateAfter(eventsOf(happenings), folds));
  });
}

/** The same law, from signed payloads to rows: one consumer after the other, and then everything again. */
export function storeLaw(world: World, conditions: () => Conditions = () => ({})) {
  return fc.asyncProperty(anyHistory(), anyArrangement(), anyArrangement(), async (history, first, again) => {
    const happenings = history(world.aName());
    await deliver(world, happenings, first, conditions());
    const events = eventsOf(happenings);
    const rows = await world.rowsAbout(events);
    expect(stateIn(rows)).toEqual(stateAfter(events));

    // Everything again, in another arrangement, a day later: no attribute of any row changes.
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
    // Unfinished messages are delivered again. None may need more deliveries than the queue allows.
    let left = batch;
    for (let delivery = 1; delivery <= 5 && left.length > 0; delivery += 1) {
      const unfinished = await world.consume(left, conditions);
      left = left.filter(({ messageId }) => unfinished.includes(messageId));
    }
    expect(left).toEqual([]);
  }
}

/** Nothing is counted twice: the table's stream contains each event once. */
export function expectWrittenOnce({ written }: World, events: readonly EmailEvent[]): void {
  for (const key of new Set(events.map((event) => nameOf(eventRowKey(event)))))
    expect([key, written.get(key)]).toEqual([key, 1]);
}
