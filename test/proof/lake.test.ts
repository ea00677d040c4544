import { describe, expect, it } from 'vitest';
import { budget } from './budget.ts';
import { control, wrongDesigns } from './lake/designs.ts';
import { runWorld } from './lake/run-world.ts';

/** Seeds in which a wrong design has to be caught. Most are caught in the first, the one that fails most rarely in one of six. */
const seedsForWrongDesigns = 24;

describe('the lake', () => {
  it(
    'has every event once and gives exact answers, whatever crashes, sleeps, repeats or overlaps',
    async ({ task }) => {
      const tally: Record<string, number> = {};
      for (let seed = 1; seed <= budget.lakeSeeds; seed += 1) {
        const { violations, happened } = await runWorld(seed, control());
        expect([seed, violations]).toEqual([seed, []]);
        for (const [what, count] of Object.entries(happened)) tally[what] = (tally[what] ?? 0) + count;
      }
      task.meta.tally = tally;
      // A world in which nothing goes wrong would prove nothing.
      for (const what of [
        'crashes',
        'zombie writes',
        'rewinds',
        'tidyings',
        'crashed tidyings',
        'backfills',
        'forgotten',
      ])
        expect([what, (tally[what] ?? 0) > 0]).toEqual([what, true]);
    },
    budget.timeoutMillis,
  );
});

describe('a lake in which', () => {
  it.each(Object.entries(wrongDesigns))(
    '%s is caught',
    async (_, design) => {
      const found: string[] = [];
      for (let seed = 1; seed <= seedsForWrongDesigns && found.length === 0; seed += 1)
        found.push(...(await runWorld(seed, design())).violations);
      expect(found).not.toEqual([]);
    },
    budget.timeoutMillis,
  );
});
