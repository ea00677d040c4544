import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../cli/storm/random.ts';
import { budget } from './budget.ts';
import { oneAtATime } from './faults.ts';
import { anyArrangement, anyHistory } from './history.ts';
import { deliver, expectWrittenOnce } from './laws.ts';
import { eventsOf } from './post.ts';
import { stateAfter, stateIn } from './state.ts';
import { aWorld, type Conditions, type World } from './world.ts';

/** Two to four consumers get the whole history at once, each in a different arrangement. */
function sharedLaw(world: World, conditionsFrom: (seed: number) => Conditions) {
  const several = fc.array(anyArrangement(), { minLength: 2, maxLength: 4 });
  return fc.asyncProperty(anyHistory(), several, fc.nat(), async (history, arrangements, seed) => {
    const happenings = history(world.aName());
    const conditions = conditionsFrom(seed);
    await Promise.all(arrangements.map((arrangement) => deliver(world, happenings, arrangement, conditions)));
    const events = eventsOf(happenings);
    expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
    expectWrittenOnce(world, events);
  });
}

describe.each(['single', 'batched'] as const)(
  'consumers with %s writes that work on the same messages at once',
  { timeout: budget.timeoutMillis },
  (kind) => {
    let world: World;
    beforeAll(async () => {
      world = await aWorld(kind);
    });

    it('store the fold of all events, and count each once', async ({ task }) => {
      await fc.assert(
        sharedLaw(world, () => ({})),
        { numRuns: budget.sharedHistories },
      );
      task.meta.tally = { 'histories shared by several consumers': budget.sharedHistories };
    });

    it('store it also when their calls take turns at random', async ({ task }) => {
      await fc.assert(
        sharedLaw(world, (seed) => ({ wire: oneAtATime(randomFrom(seed)) })),
        {
          numRuns: budget.interleavedHistories,
        },
      );
      task.meta.tally = { 'histories shared by several consumers': budget.interleavedHistories };
    });
  },
);
