import { describe, expect, it } from 'vitest';
import type { DeliveryAttempt, DeliveryLog, EndpointState } from '../../app/ports/webhooks.ts';
import { retryDelaysSeconds } from '../../core/retry-schedule.ts';
import type { PostOutcome } from '../../fanout/post-webhook.ts';
import { deliver, type QueuedWebhook } from '../../lambdas/sender/deliver.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const hour = 3_600_000;

function aWebhook(fields: Partial<QueuedWebhook> = {}): QueuedWebhook {
  const name = fields.messageId ?? 'm1';
  return {
    messageId: name,
    receiptHandle: name,
    id: name,
    type: 'email.bounced',
    body: '{}',
    attempt: 1,
    ...fields,
  };
}

/** An endpoint and everything around it, in memory. */
function aWorld(answer: (webhook: QueuedWebhook) => PostOutcome) {
  const world = {
    state: {} as EndpointState,
    now: start,
    posted: [] as string[],
    attempts: [] as DeliveryAttempt[],
    hidden: [] as [string, number][],
    setAside: [] as string[],
    warnings: [] as string[],
    isLogBroken: false,
    deliver: (...webhooks: QueuedWebhook[]) =>
      deliver(webhooks, {
        endpoint: 'shop',
        log,
        post: async (webhook) => {
          world.posted.push(webhook.messageId);
          world.now += 10;
          return answer(webhook);
        },
        hide: async ({ messageId }, seconds) => void world.hidden.push([messageId, seconds]),
        setAside: async ({ messageId }) => void world.setAside.push(messageId),
        now: () => new Date(world.now),
        logger: { warn: (message) => void world.warnings.push(message) },
      }),
  };
  const log: DeliveryLog = {
    stateOf: async () => world.state,
    record: async (_, attempts) => {
      if (world.isLogBroken) throw new Error('table not found');
      world.attempts.push(...attempts);
    },
    latest: async () => world.attempts,
    noteFailure: async (_, at) => {
      world.state = { failingSince: at, ...world.state };
      return world.state.failingSince ?? at;
    },
    noteSuccess: async () => {
      const { failingSince: _, ...rest } = world.state;
      world.state = rest;
    },
    pause: async (_, pausedAt, pausedBecause) => {
      world.state = { ...world.state, pausedAt, pausedBecause };
      return true;
    },
    resume: async () => false,
  };
  return world;
}

const fails: PostOutcome = { status: 500, answer: 'no user ana@example.com' };

describe('a webhook', () => {
  it('that the endpoint takes is done, and its attempt is noted', async () => {
    const world = aWorld(() => ({ status: 204 }));
    expect(await world.deliver(aWebhook())).toEqual([]);
    expect(world.attempts).toEqual([
      expect.objectContaining({ id: 'm1', attempt: 1, status: 204, millis: 10, next: 'delivered' }),
    ]);
    expect(world.state).toEqual({});
  });

  it('that is not taken is tried again after each pause of the schedule, a day in all, then set aside', async () => {
    const world = aWorld(() => fails);
    for (const [index, seconds] of retryDelaysSeconds.entries()) {
      expect(await world.deliver(aWebhook({ attempt: index + 1 }))).toEqual(['m1']);
      expect(world.hidden.at(-1)).toEqual(['m1', seconds]);
    }
    expect(retryDelaysSeconds.reduce((sum, seconds) => sum + seconds)).toBe(24 * 3_600 + 5);
    expect(Math.max(...retryDelaysSeconds), 'SQS hides a message for 12 hours at most').toBeLessThan(
      12 * 3_600,
    );
    expect(await world.deliver(aWebhook({ attempt: retryDelaysSeconds.length + 1 }))).toEqual([]);
    expect(world.setAside).toEqual(['m1']);
  });

  it.each([{ status: 302 }, { status: 400 }, { error: 'timeout' as const }])(
    'counts as not taken by %o',
    async (outcome) => {
      expect(await aWorld(() => outcome).deliver(aWebhook())).toEqual(['m1']);
    },
  );

  it('says nothing about an address in the log', async () => {
    const world = aWorld(() => fails);
    await world.deliver(aWebhook());
    expect(world.attempts[0]?.answer).toBe('no user (address)');
  });

  it('is delivered although its attempt cannot be noted', async () => {
    const world = aWorld(() => ({ status: 200 }));
    world.isLogBroken = true;
    expect(await world.deliver(aWebhook())).toEqual([]);
    expect(world.warnings).toEqual(['attempts are missing in the delivery log']);
  });
});

describe('an endpoint', () => {
  it('is paused after a day without success, and its webhooks are set aside without being posted', async () => {
    const world = aWorld(() => fails);
    await world.deliver(aWebhook());
    world.now = start + 23 * hour;
    expect(await world.deliver(aWebhook({ attempt: 7 }))).toEqual(['m1']);
    world.now = start + 24 * hour + 60_000;
    expect(await world.deliver(aWebhook({ messageId: 'm2' }))).toEqual([]);
    expect(world.state).toMatchObject({ pausedBecause: 'failing' });
    expect(await world.deliver(aWebhook({ messageId: 'm3' }))).toEqual([]);
    expect(world.setAside).toEqual(['m2', 'm3']);
    expect(world.posted).not.toContain('m3');
  });

  it('is not paused if one delivery of the day succeeded', async () => {
    let isWell = false;
    const world = aWorld(() => (isWell ? { status: 200 } : fails));
    await world.deliver(aWebhook());
    isWell = true;
    world.now = start + 12 * hour;
    await world.deliver(aWebhook());
    expect(world.state).toEqual({});
    isWell = false;
    world.now = start + 25 * hour;
    await world.deliver(aWebhook());
    expect(world.state.pausedAt).toBeUndefined();
  });

  it('is paused at once when it answers 410 Gone', async () => {
    const world = aWorld(() => ({ status: 410 }));
    expect(await world.deliver(aWebhook())).toEqual([]);
    expect([world.state.pausedBecause, world.setAside]).toEqual(['gone', ['m1']]);
  });

  it('that is paused still gets tests, which are tried once and change nothing', async () => {
    const world = aWorld(() => ({ status: 200 }));
    world.state = { failingSince: 'then', pausedAt: 'then', pausedBecause: 'failing' };
    const before = world.state;
    expect(await world.deliver(aWebhook({ type: 'webhook.test' }))).toEqual([]);
    expect([world.posted, world.state]).toEqual([['m1'], before]);
    const failing = aWorld(() => fails);
    expect(await failing.deliver(aWebhook({ type: 'webhook.test' }))).toEqual([]);
    expect([failing.state, failing.setAside, failing.hidden]).toEqual([{}, [], []]);
  });
});
