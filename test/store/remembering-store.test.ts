import { describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { rememberingStore } from '../../store/remembering-store.ts';
import type { Outcome, Write } from '../../store/store.ts';
import { anEvent } from '../support/events.ts';

/** A memory of two minutes in front of a fake store that records its writes and returns the given outcomes. */
function aMemory(answer: (write: Write) => Outcome = () => ({ type: 'done', repeated: false }), maxRows = 9) {
  const reached: Write[] = [];
  let millis = Date.UTC(2026, 0, 1);
  const store = rememberingStore(
    {
      writeAll: async (writes) => {
        reached.push(...writes);
        return writes.map(answer);
      },
    },
    () => new Date(millis),
    { maxRows, keptMillis: 120_000 },
  );
  return {
    /** The types of the writes that were passed on, and the outcomes of all. */
    write: async (...events: EmailEvent[]) => {
      reached.length = 0;
      const outcomes = await store.writeAll(
        planWrites([{ receivedAt: new Date(millis), events }]).writes,
        () => false,
      );
      return { passedOn: reached.map(({ type }) => type), outcomes };
    },
    wait: (seconds: number) => {
      millis += seconds * 1000;
    },
  };
}

const done: Outcome = { type: 'done', repeated: false };
const repeated: Outcome = { type: 'done', repeated: true };

describe('an instance that remembers', () => {
  it('passes on new writes, and skips those it has seen done', async () => {
    const { write } = aMemory();
    const bounce = anEvent({ type: 'hard_bounce', messageId: 'm1' });
    const other = anEvent({ messageId: 'm2' });
    expect((await write(bounce)).passedOn).toEqual(['event', 'suppression', 'suppression', 'status']);
    expect(await write(bounce, other)).toEqual({
      passedOn: ['event', 'status'],
      outcomes: [repeated, repeated, repeated, repeated, done, done],
    });
  });

  it('passes on a status only if it says more than the one it remembers', async () => {
    const { write } = aMemory();
    const [early, late] = [anEvent({ id: 'e1', second: 1 }), anEvent({ id: 'e2', second: 2 })];
    await write(late);
    expect((await write(early)).passedOn).toEqual(['event']);
    expect((await write(anEvent({ type: 'open', second: 1 }))).passedOn).toEqual(['event', 'status']);
  });

  it('passes on later evidence of a cause and day it remembers, and no repeat of earlier evidence', async () => {
    const { write } = aMemory();
    const drop = (second: number) => anEvent({ type: 'dropped', id: `d${second}`, second });
    const soft = (second: number) => anEvent({ type: 'soft_bounce', id: `s${second}`, second });
    const suppressions = async (...events: EmailEvent[]) =>
      (await write(...events)).passedOn.filter((type) => type === 'suppression').length;
    expect(await suppressions(drop(1), drop(3))).toBe(2);
    expect(await suppressions(drop(4))).toBe(2);
    expect(await suppressions(drop(1), drop(3), drop(4))).toBe(0);
    expect(await suppressions(soft(1))).toBe(1);
    expect(await suppressions(soft(2))).toBe(1);
    expect(await suppressions(soft(1), soft(2))).toBe(0);
  });

  it('remembers no write that failed or was not started', async () => {
    const outcomes: Outcome[] = [{ type: 'failed', error: new Error('away') }, { type: 'not-started' }];
    const { write } = aMemory(() => outcomes.shift() ?? done);
    const event = anEvent();
    await write(event);
    expect((await write(event)).passedOn).toEqual(['event', 'status']);
  });

  it('passes on a repeat of an event that another instance stored, because it does not know its window', async () => {
    const { write } = aMemory(() => repeated);
    const event = anEvent();
    await write(event);
    expect((await write(event)).passedOn).toEqual(['event']);
  });

  it('forgets after a while', async () => {
    const { write, wait } = aMemory();
    const event = anEvent();
    await write(event);
    wait(119);
    expect((await write(event)).passedOn).toEqual([]);
    wait(1);
    expect((await write(event)).passedOn).toEqual(['event', 'status']);
  });

  it('forgets the oldest rows first when there are too many', async () => {
    const { write } = aMemory(undefined, 4);
    const events = [1, 2, 3].map((number) => anEvent({ messageId: `m${number}` }));
    for (const event of events) await write(event);
    expect((await write(events[2] as EmailEvent)).passedOn).toEqual([]);
    expect((await write(events[1] as EmailEvent)).passedOn).toEqual([]);
    expect((await write(events[0] as EmailEvent)).passedOn).toEqual(['event', 'status']);
  });
});
