import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventPrefix } from '../../store/keys.ts';
import { budget } from './budget.ts';
import { anyArrangement, anyHistory, start } from './history.ts';
import { deliver } from './laws.ts';
import { eventsOf } from './post.ts';
import { type Row, stateAfter, stateIn } from './state.ts';
import { aWorld, type World } from './world.ts';

const afterDays = (days: number, seconds = 0) =>
  new Date(start.getTime() + days * 86_400_000 + seconds * 1000);
const isEventRow = (row: Row) => !row['kind'] && String(row['sortKey']).startsWith(eventPrefix);

const cases: [string, (rows: readonly Row[], world: World) => Promise<void>][] = [
  ['is there still', async () => {}],
  [
    'is deleted',
    async (rows, world) => {
      for (const { messageId, sortKey } of rows.filter(isEventRow))
        await world.client.send(new DeleteCommand({ TableName: world.table, Key: { messageId, sortKey } }));
    },
  ],
];

describe.each(['single', 'batched'] as const)(
  'an event that comes again, with %s writes, after its window',
  { timeout: budget.timeoutMillis },
  (kind) => {
    let world: World;
    beforeAll(async () => {
      world = await aWorld(kind);
    });

    it.for(cases)(
      'is fresh when its row %s, and moves no status and no suppression',
      async ([, expire], { task }) => {
        const numRuns = Math.ceil(budget.expiredHistories / cases.length);
        await fc.assert(
          fc.asyncProperty(
            anyHistory(),
            anyArrangement(),
            anyArrangement(),
            fc.nat({ max: 20 }),
            async (history, first, again, which) => {
              const happenings = history(world.aName());
              await deliver(world, happenings, first);
              const events = eventsOf(happenings);
              const before = await world.rowsAbout(events);
              // Until the last second of the window it is a repeat, and changes nothing.
              await deliver(world, happenings, again, { now: afterDays(30) });
              expect(await world.rowsAbout(events)).toEqual(before);

              await expire(before, world);
              const late = happenings.slice(which % happenings.length);
              await deliver(world, late, again, { now: afterDays(30, 1) });
              const after = await world.rowsAbout(events);
              const lateEvents = Object.keys(stateAfter(eventsOf(late)).events);
              const fresh = after.filter((row) => row['storedAt'] === afterDays(30, 1).toISOString());
              expect(Object.keys(stateIn(fresh).events).toSorted()).toEqual(lateEvents.toSorted());
              const { statuses, suppressions } = stateAfter(events);
              expect(stateIn(after)).toMatchObject({ statuses, suppressions });
              // The row is not written again, so it costs nothing and does not appear in the stream.
              const rest = (rows: readonly Row[]) => rows.filter((row) => !isEventRow(row));
              expect(rest(after)).toEqual(rest(before));
            },
          ),
          { numRuns },
        );
        task.meta.tally = { 'histories past their window': numRuns };
      },
    );
  },
);
