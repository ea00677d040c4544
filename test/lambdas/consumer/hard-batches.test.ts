import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../cli/storm/random.ts';
import { defaultSettings } from '../../../core/suppression-settings.ts';
import { type ConsumeDependencies, consume } from '../../../lambdas/consumer/consume.ts';
import { normalizersWith } from '../../../providers/normalizers.ts';
import type { WebhookRequest } from '../../../providers/provider.ts';
import { readEnvelope } from '../../../queue/envelope.ts';
import { batchedStore } from '../../../store/batched-store.ts';
import type { Store } from '../../../store/store.ts';
import { anEventsQueue } from '../../support/events-queue.ts';
import { memoryTables } from '../../support/memory-tables.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const normalizerOf = normalizersWith({});
const start = Date.parse('2026-01-01T00:00:00Z');

const reports = (count: number, name: string, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    event: 'delivered',
    email: `${name}-${index}@example.com`,
    timestamp: start / 1000,
    sg_event_id: `${name}-${index}`,
    sg_message_id: `${name}-${index}.recvd-1`,
    ...fields,
  }));
const broken = (count: number, name: string) =>
  reports(count, name, { email: undefined, sg_message_id: undefined, timestamp: 'soon' });
const posts = (count: number, contentOf: (name: string) => readonly object[], kind: string) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(contentOf(`${kind}${index}`)));

/** A run with a time budget of 48 seconds. No test waits: calls and pauses only let the clock go on. */
function aRun(store: (clock: { advance(millis: number): void }) => Store, send: ConsumeDependencies['send']) {
  let passed = 0;
  const advance = (millis: number) => {
    passed += millis;
  };
  return {
    normalizerOf,
    topicProvider: 'ses',
    store: store({ advance }),
    timesOf: async () => [],
    isRecorded: () => true,
    send: async (envelope) => {
      advance(20);
      await send(envelope);
    },
    isTimeUp: () => passed > 48_000,
    pause: async (millis) => advance(millis),
    log: { info: () => {}, error: () => {} },
  } satisfies ConsumeDependencies;
}

const readyStore = (): Store => ({
  writeAll: async (writes) => writes.map(() => ({ type: 'done', repeated: false })),
});

describe('ten posts of 1,000 unreadable events among 90 healthy messages', () => {
  const healthy = posts(90, (name) => reports(1, name), 'healthy');

  it.each([
    ['stay whole when nothing in them can be read', (name: string) => broken(1_000, name), 0],
    [
      'are split once each when one of their events can be read',
      (name: string) => [...reports(1, name), ...broken(999, `${name}-bad`)],
      10,
    ],
  ])('%s, and are all that dies', async (_, contentOf, sends) => {
    const queue = anEventsQueue([...posts(10, contentOf, 'poison'), ...healthy]);
    const run = () => queue.deliver((batch) => consume(batch, aRun(readyStore, queue.send)));
    const first = await run();
    // The posts themselves are acknowledged once their unreadable events were sent on.
    expect(first).toHaveLength(10 - sends);
    expect(queue.sent).toHaveLength(sends);
    for (let runs = 0; queue.waiting().length > 0 && runs < 10; runs += 1) await run();
    expect(queue.dead).toHaveLength(10);
    expect(queue.sent).toHaveLength(sends);
    const lost = queue.dead.flatMap((letter) => {
      const { split } = normalizerOf('sendgrid') ?? expect.unreachable();
      return split(readEnvelope(letter, 'ses').request).parts;
    });
    expect(lost).toHaveLength(sends === 0 ? 10_000 : 9_990);
  });
});

describe('posts with one unreadable event each, beside a message whose rows are always throttled', () => {
  it('are split and acknowledged by the first run, and only the throttled message dies', async () => {
    const mixed = posts(3, (name) => [...reports(999, name), ...broken(1, `${name}-bad`)], 'mixed');
    const queue = anEventsQueue([...mixed, ...posts(1, (name) => reports(1, name), 'hot')]);
    const throttling: Store = {
      writeAll: async (writes) =>
        writes.map(({ name }) =>
          name.includes('hot0')
            ? { type: 'busy', error: new Error('throttled') }
            : { type: 'done', repeated: false },
        ),
    };
    const run = () =>
      queue.deliver((batch) =>
        consume(
          batch,
          aRun(() => throttling, queue.send),
        ),
      );
    expect(await run()).toEqual(['q4']);
    for (let runs = 0; queue.waiting().length > 0 && runs < 10; runs += 1) await run();
    expect(queue.sent).toHaveLength(3);
    const lost = queue.dead.map((letter) => readEnvelope(letter, 'ses').request.body.toString());
    expect(lost.filter((body) => body.includes('mixed'))).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/-bad/)),
    );
    expect(lost.filter((body) => body.includes('hot0'))).toHaveLength(1);
    expect(lost).toHaveLength(4);
  });

  it('are split before the posts after them are read, which may take all the time', async () => {
    const [mixed = ''] = posts(1, (name) => [...reports(10, name), ...broken(1, `${name}-bad`)], 'mixed');
    const queue = anEventsQueue([mixed, ...posts(3, (name) => reports(1_500, name), 'long')]);
    let slices = 0;
    const store: Store = {
      writeAll: async (writes) => {
        slices += 1;
        return writes.map(() => (slices > 1 ? { type: 'not-started' } : { type: 'done', repeated: false }));
      },
    };
    const run = { ...aRun(() => store, queue.send), isTimeUp: () => slices > 1 };
    const unfinished = await queue.deliver((batch) => consume(batch, run));
    expect(unfinished).not.toContain('q1');
    expect(queue.sent).toHaveLength(1);
  });
});

describe('a post that is short in the queue and long when it is unpacked', () => {
  it('is read after the healthy messages, which are acknowledged even if it takes all the time', async () => {
    const bomb = JSON.stringify(Array.from({ length: 600_000 }, () => 1));
    const healthy = posts(20, (name) => reports(60, name), 'healthy');
    const queue = anEventsQueue([bomb, ...healthy]);
    const [first, second] = queue.waiting();
    expect(first?.body.length).toBeLessThan(second?.body.length ?? 0);
    let opened = 0;
    const normalizerCounting = (provider: string) => {
      const normalizer = normalizerOf(provider);
      if (!normalizer) return undefined;
      const split = (request: WebhookRequest) => {
        opened += 1;
        return normalizer.split(request);
      };
      return { ...normalizer, split };
    };
    // Time is up as soon as the last message is opened. Like the real one, the store then starts nothing.
    const isTimeUp = () => opened > healthy.length;
    const store: Store = {
      writeAll: async (writes, isOver) =>
        writes.map(() => (isOver() ? { type: 'not-started' } : { type: 'done', repeated: false })),
    };
    const run = { ...aRun(() => store, queue.send), normalizerOf: normalizerCounting, isTimeUp };
    const unfinished = await queue.deliver((batch) => consume(batch, run));
    expect(unfinished).toEqual([first?.messageId]);
  });
});

describe('posts, with 70 % of the writes throttled', () => {
  const settings = {
    table: 'messages',
    addressesTable: 'addresses',
    windowDays: 30,
    statusRetentionDays: 400,
    suppression: defaultSettings,
  };

  /** Delivers posts until they are stored or dead. Every run has a new instance, which remembers nothing of the one before. */
  async function delivered(bodies: readonly string[], callMillis: number) {
    const random = randomFrom(7);
    const tables = memoryTables(() => random.happens(0.7));
    const queue = anEventsQueue(bodies);
    for (let runs = 0; queue.waiting().length > 0 && runs < 5; runs += 1) {
      const clock = virtualClock();
      const send = async (command: never) => {
        await clock.wait(callMillis);
        return tables.client.send(command);
      };
      const store = batchedStore({ send } as never, settings, () => new Date(start), { pause: clock.wait });
      const run = {
        ...aRun(() => store, queue.send),
        isTimeUp: () => clock.passedMillis() > 48_000,
        pause: clock.wait,
      };
      await queue.deliver((batch) => consume(batch, run));
    }
    expect([queue.dead.length, queue.waiting().length]).toEqual([0, 0]);
    return tables;
  }

  it('of 1,000 events are stored within five deliveries, in batches only', async () => {
    const tables = await delivered(
      posts(8, (name) => reports(1_000, name), 'post'),
      40,
    );
    expect(tables.rows.size).toBe(16_000);
    expect(Object.keys(tables.calls).sort()).toEqual(['BatchExecuteStatement', 'BatchGetItem']);
  });

  it('of 300 bounces that have to be counted are stored within five deliveries', async () => {
    const tables = await delivered(
      posts(1, (name) => reports(300, name, { event: 'bounce', type: 'blocked' }), 'post'),
      40,
    );
    // An event, a status, the bounces of a day and their head.
    expect(tables.rows.size).toBe(1_200);
  });
});

describe('a batch of full posts', () => {
  it('is stored by a process whose heap has room for a few of them', { timeout: 120_000 }, async () => {
    const script = fileURLToPath(new URL('../../support/consume-full-posts.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=64', script, '12']);
    const { events, unfinished, rssMb } = JSON.parse(stdout);
    expect(unfinished).toEqual([]);
    expect(events).toBeGreaterThan(25_000);
    expect(rssMb).toBeLessThan(300);
  });
});
