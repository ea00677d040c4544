import type { BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../cli/storm/random.ts';
import { budget, historiesAtOnce } from './budget.ts';
import { anyArrangement, anyHistory, arrivals, start } from './history.ts';
import { expectWrittenOnce, storeLaw } from './laws.ts';
import { eventsIn, recordsOf } from './post.ts';
import { keysFor, stateAfter, stateIn } from './state.ts';
import { aWorld, type Wire, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld('batched');
});

/** Counts the batches and the single writes that succeeded. */
function aCountingWire() {
  const calls = { batches: 0, singles: 0 };
  const wire: Wire = (perform, call) => {
    if (call.to === 'table' && call.input.Statements) calls.batches += 1;
    else if (call.to === 'table' && call.input.ConditionExpression) calls.singles += 1;
    return perform();
  };
  return { calls, wire };
}

describe('the rows written in batches', { timeout: budget.timeoutMillis }, () => {
  it('contain the fold of the history, and stay the same when everything is delivered again', async ({
    task,
  }) => {
    const { calls, wire } = aCountingWire();
    const share = Math.ceil(budget.storedHistories / historiesAtOnce);
    await Promise.all(
      Array.from({ length: historiesAtOnce }, () =>
        fc.assert(
          storeLaw(world, () => ({ wire })),
          { numRuns: share },
        ),
      ),
    );
    expect(calls.batches).toBeGreaterThan(share);
    task.meta.tally = { 'histories through DynamoDB in batches': share * historiesAtOnce };
  });

  it('are complete when any statement of a batch is refused, and every message is finished', async ({
    task,
  }) => {
    const { calls, wire } = aCountingWire();
    const numRuns = budget.throttledHistories;
    const law = fc.asyncProperty(
      anyHistory(),
      anyArrangement(),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      async (history, arrangement, share) => {
        const batch = arrivals(history(world.aName()), arrangement).flatMap((each) => recordsOf(each));
        const random = randomFrom(arrangement.seed);
        const events = eventsIn(batch);
        const refused = new Set(events.flatMap(keysFor).filter(() => random.happens(share)));
        expect(await world.consume(batch, { wire, refused })).toEqual([]);
        expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
        expectWrittenOnce(world, events);
      },
    );
    await fc.assert(law, { numRuns });
    expect(calls.singles).toBeGreaterThan(numRuns);
    task.meta.tally = { 'batches with refused statements': numRuns };
  });

  type Told = readonly [kind: string, second: number, template?: string];
  type Race = { readonly stored: Told; readonly mine: Told; readonly other: readonly Told[] };

  /** Another consumer writes the same status between the read and the batch. Returns what is stored in the end. */
  async function storedAfterRace(
    race: Race,
    alter: (statements: readonly BatchStatementRequest[]) => void = () => {},
  ) {
    const name = world.aName();
    const happening = ([kind, second, template]: Told, message = 1) => ({
      provider: 'sendgrid',
      event: {
        kind,
        to: [`${name}@example.com`],
        messageId: `${name}-m${message}`,
        at: new Date(start.getTime() + second * 1000),
        ...(template !== undefined && { template }),
      },
    });
    const stored = recordsOf([happening(race.stored)]);
    const mine = recordsOf([happening(race.mine), happening(race.mine, 2)]);
    const other = recordsOf(race.other.map((told) => happening(told)));
    await world.consume(stored);
    let races = 0;
    const raced: Wire = async (perform, call) => {
      if (call.to === 'table' && call.input.Statements) {
        alter(call.input.Statements);
        if (races === 0) await world.consume(other);
        races += 1;
      }
      return perform();
    };
    expect(await world.consume(mine, { wire: raced })).toEqual([]);
    expect(races).toBe(1);
    const events = eventsIn([...stored, ...mine, ...other]);
    return { found: stateIn(await world.rowsAbout(events)), expected: stateAfter(events) };
  }

  /** Removes the conditions that begin here from every update. */
  const without = (conditions: RegExp) => (statements: readonly BatchStatementRequest[]) => {
    for (const statement of statements.filter(({ Statement }) => Statement?.startsWith('UPDATE'))) {
      statement.Statement = statement.Statement?.replace(conditions, '');
      const places = (statement.Statement?.split('?').length ?? 1) - 1;
      statement.Parameters = statement.Parameters?.slice(0, places);
    }
  };

  const late: Race = {
    stored: ['open', 3],
    mine: ['delivered', 2],
    other: [
      ['delivered', 4],
      ['click', 5],
    ],
  };
  const relabelled: Race = {
    stored: ['open', 3, 'a'],
    mine: ['deferred', 2, 'b'],
    other: [['processed', 1, 'c']],
  };

  it.each([late, relabelled])(
    'lose nothing when another consumer writes between the read and the batch',
    async (race) => {
      const { found, expected } = await storedAfterRace(race);
      expect(found).toEqual(expected);
    },
  );

  it.each([
    ['without a condition', late, / AND precedence <= .*/],
    ['without a condition on its labels', relabelled, / AND "template" = .*/],
  ])('would lose it if a status were updated %s', async (_, race, conditions) => {
    const { found, expected } = await storedAfterRace(race, without(conditions));
    expect(found).not.toEqual(expected);
  });
});
