import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../cli/storm/random.ts';
import { statusPrefix } from '../../store/keys.ts';
import { budget } from './budget.ts';
import { failingFor, troubles } from './faults.ts';
import { anyArrangement, anyHistory, arrivals, start } from './history.ts';
import { expectWrittenOnce } from './laws.ts';
import { eventsIn, recordsOf } from './post.ts';
import { keysFor, stateAfter, stateIn } from './state.ts';
import { aWorld, type StoreKind, type Wire, type World } from './world.ts';

let world: World;
const worlds = new Map<StoreKind, World>();
beforeAll(async () => {
  world = await aWorld();
  worlds.set('single', world).set('batched', await aWorld('batched'));
});
const worldOf = (kind: StoreKind): World => worlds.get(kind) ?? world;

const happening = (name: string, kind: string, second: number, message = 1) => ({
  provider: 'sendgrid',
  event: {
    kind,
    to: [`${name}@example.com`],
    messageId: `${name}-m${message}`,
    at: new Date(start.getTime() + second * 1000),
  },
});

describe('a batch of which some writes fail', { timeout: budget.timeoutMillis }, () => {
  it.for(troubles.flatMap((trouble) => [['single', trouble] as const, ['batched', trouble] as const]))(
    'returns, with %s writes, exactly the messages with an unfinished write, on %s',
    async ([kind, trouble], { task }) => {
      const world = worldOf(kind);
      const share = fc.double({ min: 0.02, max: 0.3, noNaN: true });
      const numRuns = Math.ceil(budget.throttledHistories / troubles.length);
      await fc.assert(
        fc.asyncProperty(anyHistory(), anyArrangement(), share, async (history, arrangement, failing) => {
          const batch = arrivals(history(world.aName()), arrangement).flatMap((each) => recordsOf(each));
          const random = randomFrom(arrangement.seed);
          const keys = new Set(eventsIn(batch).flatMap(keysFor));
          const broken = new Set([...keys].filter(() => random.happens(failing)));
          const concerned = batch.filter((record) =>
            eventsIn([record]).some((event) => keysFor(event).some((key) => broken.has(key))),
          );
          const unfinished = await world.consume(batch, { wire: failingFor(broken, trouble) });
          expect(unfinished.toSorted()).toEqual(concerned.map(({ messageId }) => messageId).toSorted());

          // Everything else is done, and the next delivery does the rest.
          expect(await world.consume(concerned)).toEqual([]);
          const events = eventsIn(batch);
          expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
          expectWrittenOnce(world, events);
        }),
        { numRuns },
      );
      task.meta.tally = { 'batches with failing writes': numRuns };
    },
  );

  it('finishes an unsubscribe even if the status of its message could not be written', async () => {
    const name = world.aName();
    const [delivered, unsubscribed] = [happening(name, 'delivered', 1), happening(name, 'unsubscribe', 2)];
    const batch = [...recordsOf([delivered]), ...recordsOf([unsubscribed])];
    const status = new Set([`${name}-m1 ${statusPrefix}${name}@example.com`]);
    const unfinished = await world.consume(batch, { wire: failingFor(status, 'ThrottlingException') });
    expect(unfinished).toEqual([batch[0]?.messageId]);
  });

  it('returns the one message whose status others change faster than it can be written', async () => {
    const name = world.aName();
    const mine = recordsOf([happening(name, 'processed', 0)]);
    const others = Array.from({ length: 12 }, (_, second) =>
      recordsOf([happening(name, 'open', second + 1)]),
    );
    const neighbour = recordsOf([happening(name, 'processed', 0, 2)]);
    let overtaken = 0;
    /** Another consumer writes the row before each of our tries. */
    const crowded: Wire = async (perform, call) => {
      if (call.to === 'table' && call.key.startsWith(`${name}-m1 ${statusPrefix}`)) {
        await world.consume(others[overtaken] ?? []);
        overtaken += 1;
      }
      return perform();
    };
    const unfinished = await world.consume([...mine, ...neighbour], { wire: crowded });
    expect(unfinished).toEqual(mine.map(({ messageId }) => messageId));
    expect(overtaken).toBe(10);

    expect(await world.consume(mine)).toEqual([]);
    const events = eventsIn([...mine, ...neighbour, ...others.slice(0, overtaken).flat()]);
    expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
    expectWrittenOnce(world, events);
  });

  it('loses nothing when another consumer writes the status between two tries', async () => {
    const name = world.aName();
    const [stored, mine, other] = [
      recordsOf([happening(name, 'open', 3)]),
      recordsOf([happening(name, 'delivered', 2)]),
      recordsOf([happening(name, 'processed', 1), happening(name, 'click', 4)]),
    ];
    await world.consume(stored);
    let tries = 0;
    const raced: Wire = async (perform, call) => {
      if (call.to === 'table' && call.key.includes(` ${statusPrefix}`)) {
        tries += 1;
        if (tries === 2) await world.consume(other);
      }
      return perform();
    };
    expect(await world.consume(mine, { wire: raced })).toEqual([]);
    // The first try is refused by the stored row, the second by the race, the third succeeds.
    expect(tries).toBe(3);
    const events = eventsIn([...stored, ...mine, ...other]);
    expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
  });
});
