import { givenAge } from '../../app/given.ts';
import type { Analytics } from '../../app/ports/analytics.ts';
import type { Clock } from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { stats } from '../../app/stats.ts';
import { definer, operationsOf } from './define.ts';
import * as shapes from './stats-schemas.ts';

/** What the use case behind the route for statistics needs from outside. */
export type StatsPorts = {
  /** Answers with earlier results up to this age. */
  readonly analyticsWithin: (maxAgeMinutes: number) => Analytics;
} & Clock &
  TimeLimit;

const define = definer<StatsPorts>();

export const statsDefinitions = {
  getStats: define({
    input: { query: shapes.statsQuestion },
    answer: shapes.stats,
    refusals: ['days-invalid', 'dimension-unknown', 'age-invalid'],
    act: async ({ query: { maxAgeMinutes, ...question } }, { analyticsWithin, now }) => {
      const age = givenAge(maxAgeMinutes);
      return age.ok ? stats(question, { analytics: analyticsWithin(age.value), now }) : age;
    },
  }),
};

export const statsOperations = operationsOf<StatsPorts>(statsDefinitions);
