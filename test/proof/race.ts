import fc from 'fast-check';
import { expect } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { planWrites } from '../../lambdas/consumer/plan-writes.ts';
import { allTypes, anEvent } from '../support/events.ts';
import { start } from './history.ts';
import { expectWrittenOnce } from './laws.ts';
import { stateAfter, stateIn } from './state.ts';
import { inTurns } from './turns.ts';
import type { StoreKind, TableInput, Wire, World } from './world.ts';

/** Changes a call before it is made, to show what a wrong store would do. */
export type Alter = (input: TableInput) => void;

type Events = (name: string) => EmailEvent[];

/**
 * Events of two messages to two people. There are few types, seconds and ids, so that most of them tie.
 */
function anyEvents(minLength: number): fc.Arbitrary<Events> {
  const one = fc.record({
    type: fc.constantFrom(...allTypes),
    second: fc.constantFrom(0, 1, 2),
    id: fc.constantFrom('a', 'b', 'c'),
    provider: fc.constantFrom('sendgrid', 'postmark'),
    message: fc.constantFrom(1, 1, 1, 2),
    person: fc.constantFrom('ana', 'ana', 'bob'),
  });
  return fc.array(one, { minLength, maxLength: 6 }).map((all) => {
    const events: Events = (name) =>
      all.map(({ type, second, id, provider, message, person }) =>
        anEvent({
          type,
          second,
          // An id belongs to one event of a provider. Another provider may use it too.
          id: `${type}-${second}-${person}-${id}`,
          messageId: `${name}-m${message}`,
          to: `${name}-${person}@example.com`,
          provider,
        }),
      );
    return Object.assign(events, { [fc.toStringMethod]: () => events('h').map(inWords).join(', ') });
  });
}

/** Makes a counterexample readable. */
function inWords({ provider, id, messageId }: EmailEvent): string {
  return `${provider} ${id} of ${messageId}`;
}

const anyRace = fc.record({
  stored: anyEvents(0),
  one: anyEvents(1),
  other: anyEvents(1),
  turns: fc.array(fc.constantFrom(0, 1), { maxLength: 40, size: 'max' }),
  /** The clocks of two machines differ. */
  skewSeconds: fc.constantFrom(0, 1, -1, 3_600, -3_600),
});

/** Two stores write at the same time, on top of what is stored. The rows are the fold of everything. */
export function raceLaw(world: World, kinds: readonly [StoreKind, StoreKind], alter: Alter = () => {}) {
  return fc.asyncProperty(anyRace, async ({ stored, one, other, turns, skewSeconds }) => {
    const name = world.aName();
    const parts = [one(name), other(name)];
    const before = stored(name);
    await writeAll(world, 'single', before);
    const wires = inTurns(parts.length, turns);
    await Promise.all(
      parts.map((events, index) => {
        const now = new Date(start.getTime() + index * skewSeconds * 1000);
        const wire: Wire = (perform, call) => {
          if (call.to === 'table') alter(call.input);
          return (wires[index] ?? wire)(perform, call);
        };
        return writeAll(world, kinds[index] ?? 'single', events, { now, wire });
      }),
    );
    await expectFold(world, [...before, ...parts.flat()]);
  });
}

async function writeAll(
  world: World,
  kind: StoreKind,
  events: readonly EmailEvent[],
  conditions: { readonly now?: Date; readonly wire?: Wire } = {},
): Promise<void> {
  const { writes } = planWrites([{ receivedAt: start, events }]);
  const outcomes = await world.storeOf(kind, conditions).writeAll(writes, () => false);
  const failed = outcomes.find((outcome) => outcome.type === 'failed');
  // Not an assertion: a wrong store must be detected by its rows.
  if (failed) throw failed.error;
  expect(outcomes.map(({ type }) => type)).toEqual(outcomes.map(() => 'done'));
}

async function expectFold(world: World, events: readonly EmailEvent[]): Promise<void> {
  const found = stateIn(await world.rowsAbout(events));
  const expected = stateAfter(events);
  expect(found.statuses).toEqual(expected.statuses);
  expect(found.suppressions).toEqual(expected.suppressions);
  expect(found.events).toEqual(expected.events);
  expectWrittenOnce(world, events);
}
