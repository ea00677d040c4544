import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { budget, historiesAtOnce } from './budget.ts';
import { type Alter, raceFor, raceLaw, type Scene } from './race.ts';
import { aWorld, type StoreKind, type World } from './world.ts';

const pairs = [
  ['single', 'single'],
  ['single', 'batched'],
  ['batched', 'single'],
  ['batched', 'batched'],
] as const satisfies [StoreKind, StoreKind][];

/** Replaces part of a condition, of a single call or of a statement. */
const replacing =
  (part: RegExp, by: string): Alter =>
  (input) => {
    if (input.ConditionExpression) input.ConditionExpression = input.ConditionExpression.replaceAll(part, by);
    for (const statement of input.Statements ?? [])
      statement.Statement = statement.Statement?.replaceAll(part, by);
  };

/** Every store has another time of a type that the stored row does not have yet. */
const timesAppear = raceFor(['delivered'], ['complaint']);
/** One store raises the status while the other is about to. */
const statusRises = raceFor(['open', 'complaint'], ['delivered']);

const wrongStores: [string, readonly [StoreKind, StoreKind], Scene, Alter][] = [
  [
    'a single write ignored times that were absent when it read the row',
    ['single', 'single'],
    timesAppear,
    replacing(
      / AND attribute_not_exists\((#\w+)\)/g,
      ' AND (attribute_not_exists($1) OR attribute_exists($1))',
    ),
  ],
  [
    'a statement ignored times that were absent when it read the row',
    ['batched', 'single'],
    timesAppear,
    replacing(/ AND "\w+" IS MISSING/g, ''),
  ],
  [
    'a statement ignored the status that it replaces',
    ['batched', 'single'],
    statusRises,
    replacing(/ AND precedence <= \?/g, ' AND sortKey <> ?'),
  ],
  [
    'an event were written again',
    ['single', 'single'],
    timesAppear,
    replacing(
      /^attribute_not_exists\(sortKey\) OR .*$/g,
      'expiresAt <> :now OR attribute_not_exists(sortKey)',
    ),
  ],
];

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

describe('two stores that write about the same messages', { timeout: budget.timeoutMillis }, () => {
  it.for(pairs)(
    'leave the fold of all events, whatever the order of their calls: %s and %s',
    async (kinds, { task }) => {
      const share = Math.ceil(budget.races / pairs.length / historiesAtOnce);
      await Promise.all(
        Array.from({ length: historiesAtOnce }, () => fc.assert(raceLaw(world, kinds), { numRuns: share })),
      );
      task.meta.tally = { 'races of two stores': share * historiesAtOnce };
    },
  );

  it.each(wrongStores)(
    'would lose something if %s, and the law detects it',
    async (_, kinds, scene, alter) => {
      const law = raceLaw(world, kinds, { alter, scene });
      const verdict = await fc.check(law, {
        numRuns: 500,
        endOnFailure: true,
        // A seed that finds each of them quickly; other seeds take longer.
        seed: 1,
      });
      expect(verdict.failed).toBe(true);
      expect(verdict.errorInstance).toMatchObject({ name: 'AssertionError' });
    },
  );
});
