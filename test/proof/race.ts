import fc from 'fast-check';
import { expect } from 'vitest';
import type { EmailEvent, EventType } from '../../core/email-event.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { allTypes, anEvent } from '../support/events.ts';
import { start } from './history.ts';
import { expectWrittenOnce } from './laws.ts';
import { stateAfter, stateIn } from './state.ts';
import { inTurns } from './turns.ts';
import type { StoreKind, TableInput, Wire, World } from './world.ts';

/** Changes a call before it is made, to show what a wrong store would do. */
export type Alter = (input: TableInput) => void;

type Events = (name: string) => EmailEvent[];

/** What the events of a race are about. There are few seconds and ids, so that most of them tie. */
export type Scene = {
  /** The types that are stored before the race. */
  readonly stored: readonly EventType[];
  readonly types: readonly EventType[];
  readonly messages: readonly number[];
  readonly people: readonly string[];
  readonly maxEvents: number;
};

const anything: Scene = {
  stored: allTypes,
  types: allTypes,
  messages: [1, 1, 1, 2],
  people: ['ana', 'ana', 'bob'],
  maxEvents: 6,
};

/** A race for one status, with one event for each store: what goes wrong is found within a few runs. */
export function raceFor(types: readonly EventType[], stored: readonly EventType[]): Scene {
  return { stored, types, messages: [1], people: ['ana'], maxEvents: 1 };
}

function anyEvents({ types, messages, people, maxEvents }: Scene): fc.Arbitrary<Events> {
  const one = fc.record({
    type: fc.constantFrom(...types),
    second: fc.constantFrom(0, 1, 2),
    id: fc.constantFrom('a', 'b', 'c'),
    provider: fc.constantFrom('sendgrid', 'postmark'),
    message: fc.constantFrom(...messages),
    person: fc.constantFrom(...people),
  });
  return fc.array(one, { minLength: 1, maxLength: maxEvents }).map((all) => {
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

/** Which store's call is next. Bursts, so that one store can do much between two calls of the other. */
function anyTurns(): fc.Arbitrary<number[]> {
  const burst = fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 5 }));
  return fc
    .array(burst, { minLength: 8, maxLength: 12 })
    .map((bursts) => bursts.flatMap(([store, calls]) => Array.from({ length: calls }, () => store)));
}

function anyRace(scene: Scene) {
  const stored = anyEvents({ ...scene, types: scene.stored });
  return fc.record({
    stored: fc.oneof(
      fc.constant<Events>(() => []),
      stored,
      stored,
    ),
    one: anyEvents(scene),
    other: anyEvents(scene),
    turns: anyTurns(),
    /** The clocks of two machines differ. */
    skewSeconds: fc.constantFrom(0, 1, -1, 3_600, -3_600),
  });
}

type RaceOptions = { readonly scene?: Scene; readonly alter?: Alter };

/** Two stores write at the same time, on top of what is stored. The rows are the fold of everything. */
export function raceLaw(
  world: World,
  kinds: readonly [StoreKind, StoreKind],
  { scene = anything, alter = () => {} }: RaceOptions = {},
) {
  return fc.asyncProperty(anyRace(scene), async ({ stored, one, other, turns, skewSeconds }) => {
    const name = world.aName();
    const parts = [one(name), other(name)].map((events, index) =>
      kinds[index] === 'batched' ? [...events, ...filling(name, index)] : events,
    );
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

/** Events of other messages: fewer than four writes are never made in a batch. */
function filling(name: string, store: number): EmailEvent[] {
  return [1, 2].map((each) =>
    anEvent({ id: `filling-${each}`, messageId: `${name}-s${store}-${each}`, to: `${name}@example.com` }),
  );
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
