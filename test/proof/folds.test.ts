import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { foldStatus, type MessageStatus } from '../../core/fold-status.ts';
import { anyEvents } from '../support/events.ts';
import { budget } from './budget.ts';
import { foldLaw } from './laws.ts';
import { type Folds, ourFolds, stateAfter } from './state.ts';

/** A wrong fold: it keeps the old status when `keeps` returns true, and otherwise takes that of the event. */
const keepingWhen =
  (keeps: (status: MessageStatus, event: EmailEvent) => boolean): Folds['status'] =>
  (status, event) =>
    status && keeps(status, event) ? status : (foldStatus(undefined, event) ?? status);

const terminals = ['hard_bounce', 'dropped', 'complaint'];

const wrongFolds: Record<string, Partial<Folds>> = {
  'the last arrival wins': { status: keepingWhen(() => false) },
  'the time alone decides': {
    status: keepingWhen((status, event) => status.occurredAt >= event.occurredAt),
  },
  'the usual rule of SQL, with terminals that stick': {
    status: keepingWhen(
      (status, event) => terminals.includes(status.type) || status.occurredAt >= event.occurredAt,
    ),
  },
  'the first label stays': {
    status: (status, event) => {
      const folded = foldStatus(status, event);
      return folded && { ...folded, labels: { ...folded.labels, ...status?.labels } };
    },
  },
  'the last label wins': {
    status: (status, event) => {
      const folded = foldStatus(status, event);
      return folded && { ...folded, labels: { ...folded.labels, ...foldStatus(undefined, event)?.labels } };
    },
  },
  'the last line of its history tells whether an address is suppressed': {
    suppression: (entries) => entries.at(-1)?.type === 'evidence',
  },
};

describe('the state after a history', { timeout: budget.timeoutMillis }, () => {
  it('is the same for every order, repetition and batching of the reports', ({ task }) => {
    fc.assert(foldLaw(ourFolds), { numRuns: budget.foldedHistories });
    task.meta.tally = { 'histories folded': budget.foldedHistories };
  });

  it('is the same for every permutation of up to five events', ({ task }) => {
    let permutations = 0;
    fc.assert(
      fc.property(anyEvents(), (events) => {
        const few = events.slice(0, 5);
        const expected = JSON.stringify(sorted(stateAfter(few)));
        for (const order of permutationsOf(few)) {
          permutations += 1;
          if (JSON.stringify(sorted(stateAfter([...order, ...few.slice(0, 2)]))) !== expected)
            expect(stateAfter(order)).toEqual(stateAfter(few));
        }
      }),
      { numRuns: budget.permutedHistories },
    );
    task.meta.tally = { permutations };
  });

  it.each(Object.entries(wrongFolds))(
    'would depend on the order of arrival if %s, and the law detects it',
    (_, wrong) => {
      const verdict = fc.check(foldLaw({ ...ourFolds, ...wrong }), { numRuns: 1_000 });
      expect(verdict.failed).toBe(true);
      // The law itself must fail, not the test around it.
      expect(verdict.errorInstance).toMatchObject({ name: 'AssertionError' });
    },
  );
});

function permutationsOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, index) =>
    permutationsOf(list.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

/** Makes rows comparable, because they have no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
