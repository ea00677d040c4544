import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConsumedRecord } from '../../lambdas/consumer/consume.ts';
import { statusPrefix } from '../../store/keys.ts';
import { budget } from './budget.ts';
import { type Crash, crashAt, crashes } from './faults.ts';
import { anyHistory, type Happening, start } from './history.ts';
import { expectWrittenOnce } from './laws.ts';
import { actor, asRecord, eventsIn, recordOf, recordsOf } from './post.ts';
import { stateAfter, stateIn } from './state.ts';
import { aWorld, type Call, type World } from './world.ts';

/** What was stored before, and the batch during which the crash happens. */
type Story = (name: string) => { earlier: ConsumedRecord[]; batch: ConsumedRecord[] };

/** Every kind of write, a status that must be joined with a stored one, a repeat, and an unreadable event. */
const byHand: Story = (name) => {
  const [ana, bob] = [`${name}-ana@example.com`, `${name}-bob@example.com`];
  const happening = (provider: string, kind: string, message: number, second: number, to = [ana]) => ({
    provider,
    event: { kind, to, messageId: `${name}-m${message}`, at: new Date(start.getTime() + second * 1000) },
  });
  const bounce = happening('sendgrid', 'hard_bounce', 2, 2);
  return {
    earlier: recordsOf([happening('sendgrid', 'open', 1, 3), happening('ses', 'complaint', 3, 3)]),
    batch: [
      poisoned(
        [happening('sendgrid', 'processed', 1, 1), happening('sendgrid', 'click', 1, 4), bounce],
        name,
      ),
      ...recordsOf([bounce, happening('sendgrid', 'resubscribe', 2, 3)]),
      ...recordsOf([happening('ses', 'delivered', 3, 2, [ana, bob])]),
      ...recordsOf([happening('postmark', 'unsubscribe', 4, 1, [bob])]),
    ],
  };
};

const atRandom = (history: (name: string) => Happening[]): Story => {
  return (name) => {
    const happenings = history(name);
    const half = Math.floor(happenings.length / 3);
    const lastWord = { kind: 'open', to: [`${name}-ana@example.com`], messageId: `${name}-m9`, at: start };
    return {
      earlier: recordsOf(happenings.slice(0, half)),
      batch: [
        ...recordsOf(happenings.slice(half)),
        poisoned([{ provider: 'sendgrid', event: lastWord }], name),
      ],
    };
  };
};

/** A SendGrid report with good events and one that has no time. */
function poisoned(happenings: readonly Happening[], name: string): ConsumedRecord {
  const { simulator, keys } = actor('sendgrid');
  const [payload] = simulator.payloadsOf(happenings.map(({ event }) => event));
  const reports = [...JSON.parse(String(payload)), { event: 'delivered', poison: name }];
  return recordOf('sendgrid', simulator.sign(Buffer.from(JSON.stringify(reports)), keys.signingKey, start));
}

/** Crashes at one call, delivers again as the queue would, and checks the rows. Returns the call, if there was one. */
async function crashOnce(world: World, story: Story, place: number, crash: Crash): Promise<Call | undefined> {
  const name = world.aName();
  const { earlier, batch } = story(name);
  await world.consume(earlier);
  const { wire, hit, stopped, wakeUp } = crashAt(place, crash);
  const run = world.consume(batch, { wire });
  const answer = await Promise.race([run, stopped.then(() => 'no answer' as const)]);
  const left = batch.filter(({ messageId }) => answer === 'no answer' || answer.includes(messageId));
  // After an error in a read or a batch, the store writes singly and the run succeeds.
  const isMade = hit()?.to === 'table' && world.kind === 'batched' && crash.startsWith('an error');
  if (hit() && !isMade) expect(left).not.toEqual([]);
  expect(await world.consume(left)).toEqual([]);
  wakeUp();
  if (crash.startsWith('a long sleep')) expect(await run).toEqual([]);
  await expectAllThere(world, name, [...earlier, ...batch], mayBeSentTwice(hit(), crash));
  return hit();
}

/** Only a missing answer of the queue, or a suspended process, causes a second copy of a bad event. */
function mayBeSentTwice(call: Call | undefined, crash: Crash): boolean {
  return crash.startsWith('a long sleep') || (call?.to === 'queue' && crash.includes('after'));
}

async function expectAllThere(
  world: World,
  name: string,
  records: readonly ConsumedRecord[],
  maybeTwice: boolean,
) {
  const events = eventsIn(records);
  expect(stateIn(await world.rowsAbout(events))).toEqual(stateAfter(events));
  expectWrittenOnce(world, events);
  const aside = world.sent.filter(({ MessageBody }) => MessageBody.includes(`"poison":"${name}"`));
  expect(aside.length).toBeGreaterThanOrEqual(1);
  expect(aside.length).toBeLessThanOrEqual(maybeTwice ? 2 : 1);
  for (const envelope of aside) {
    // The event that was split off stays unreadable, so each delivery fails and it becomes a dead letter.
    const alone = asRecord(envelope);
    expect(eventsIn([alone])).toEqual([]);
    expect(await world.consume([alone])).toEqual([alone.messageId]);
  }
}

/** Crashes at each call of the batch in turn. */
async function crashEverywhere(world: World, story: Story, crash: Crash): Promise<Call[]> {
  const points: Call[] = [];
  for (;;) {
    const call = await crashOnce(world, story, points.length + 1, crash);
    if (!call) return points;
    points.push(call);
  }
}

const stories = [
  byHand,
  ...fc.sample(anyHistory(), { numRuns: budget.crashedBatches, seed: 1 }).map(atRandom),
];

describe.each(['single', 'batched'] as const)(
  'a batch of %s writes during which the consumer breaks down',
  { timeout: budget.timeoutMillis },
  (kind) => {
    let world: World;
    beforeAll(async () => {
      world = await aWorld(kind);
    });

    it.for(crashes)(
      'is complete, and counted once, after %s, at each of its calls',
      async (crash, { task }) => {
        const points = await Promise.all(stories.map((story) => crashEverywhere(world, story, crash)));
        const own = points[0] ?? [];
        // The handwritten batch contains them all: a status that is refused and joined, evidence, the bad event.
        const rows = own.map((call) =>
          call.to === 'table' ? call.key.replaceAll(/\bh\d+-/g, '') : 'the queue',
        );
        expect(rows.filter((row) => row === 'the queue')).toHaveLength(1);
        if (kind === 'single') {
          const statuses = rows.filter((row) => row.includes(` ${statusPrefix}`));
          expect(statuses.length).toBeGreaterThan(new Set(statuses).size);
          expect(rows.length).toBeGreaterThanOrEqual(16);
        } else expect(own.some((call) => call.to === 'table' && call.input.Statements)).toBe(true);
        task.meta.tally = { 'crash points': points.flat().length };
      },
    );

    it('is complete, and counted once, when time is up at any of its calls', async ({ task }) => {
      let points = 0;
      for (const story of stories) {
        for (let most = 0, isUp = true; isUp; most += 1) {
          const name = world.aName();
          const { earlier, batch } = story(name);
          await world.consume(earlier);
          let calls = 0;
          points += 1;
          isUp = false;
          const unfinished = await world.consume(batch, {
            wire: (perform) => {
              calls += 1;
              return perform();
            },
            isTimeUp: () => {
              if (calls >= most) isUp = true;
              return calls >= most;
            },
          });
          if (most === 0) expect(unfinished).toEqual(batch.map(({ messageId }) => messageId));
          const left = batch.filter(({ messageId }) => unfinished.includes(messageId));
          expect(await world.consume(left)).toEqual([]);
          await expectAllThere(world, name, [...earlier, ...batch], false);
        }
      }
      task.meta.tally = { 'crash points': points };
    });
  },
);
