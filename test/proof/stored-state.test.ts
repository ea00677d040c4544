import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventPrefix, statusPrefix } from '../../store/keys.ts';
import { budget, historiesAtOnce } from './budget.ts';
import { storeLaw } from './laws.ts';
import { aWorld, type Call, type Wire, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

/** A wire that changes what is written to rows of one kind. */
const changing =
  (prefix: string, change: (input: Extract<Call, { to: 'table' }>['input']) => void): Wire =>
  (perform, call) => {
    if (call.to === 'table' && call.key.includes(` ${prefix}`)) change(call.input);
    return perform();
  };

const wrongStores: Record<string, Wire> = {
  'a status were written over whatever is there': changing(statusPrefix, (input) => {
    delete input.ConditionExpression;
  }),
  'the condition on a status let equal ones through': changing(statusPrefix, (input) => {
    input.ConditionExpression = input.ConditionExpression?.replace(
      'precedence < :precedence',
      'precedence <= :precedence',
    );
  }),
  'the condition on a status forgot the time of each type': changing(statusPrefix, (input) => {
    const [first, ...rest] = input.ConditionExpression?.split(' AND ') ?? [];
    if (first?.includes('attribute_not_exists(precedence)') && rest.length > 0)
      input.ConditionExpression = first;
  }),
  'the condition on a status forgot its labels': changing(statusPrefix, (input) => {
    input.ConditionExpression = input.ConditionExpression?.replace(
      / AND \(attribute_not_exists\(#(template|stream|tags)\) OR #\1 = :\1\)/g,
      '',
    );
  }),
  'an event were written over its earlier delivery': changing(eventPrefix, (input) => {
    delete input.ConditionExpression;
    delete input.ExpressionAttributeValues;
  }),
};

describe('the rows after a history', { timeout: budget.timeoutMillis }, () => {
  it('contain its fold, for every order, repetition and batching, and stay the same when all is delivered again', async ({
    task,
  }) => {
    const share = Math.ceil(budget.storedHistories / historiesAtOnce);
    await Promise.all(
      Array.from({ length: historiesAtOnce }, () => fc.assert(storeLaw(world), { numRuns: share })),
    );
    task.meta.tally = { 'histories through DynamoDB': share * historiesAtOnce };
  });

  it.each(Object.entries(wrongStores))('would be wrong if %s, and the law detects it', async (_, wire) => {
    const verdict = await fc.check(
      storeLaw(world, () => ({ wire })),
      // A seed that finds each of them quickly; other seeds take longer.
      { numRuns: 300, endOnFailure: true, seed: 3 },
    );
    expect(verdict.failed).toBe(true);
    expect(verdict.errorInstance).toMatchObject({ name: 'AssertionError' });
  });
});
