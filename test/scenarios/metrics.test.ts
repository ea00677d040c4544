import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredBy } from '../support/metrics.ts';
import { aKeyPair, signed } from '../support/sendgrid.ts';
import { anUnreadableReport, aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

const receiver = { service: 'mailfold-receiver', stack: 'Mailfold', provider: 'sendgrid' };
const consumer = { service: 'mailfold-consumer', stack: 'Mailfold', provider: 'sendgrid' };
const sumOf = (name: string) =>
  measuredBy(stack)
    .filter((line) => line['name'] === name)
    .reduce((sum, { value }) => sum + Number(value), 0);

describe('a provider without keys', () => {
  it('is answered 503 and counted apart: a stranger can cause it', async () => {
    const bare = await aStack({ completeSecret: (secret) => secret });
    try {
      const forged = signed(JSON.stringify([aReport()]), aKeyPair().signingKey);
      expect(await bare.post('sendgrid', forged)).toBe(503);
      await eventually('the metric', () => measuredBy(bare).length > 0);
      expect(measuredBy(bare)).toEqual([{ name: 'NoKeys', value: 1, ...receiver }]);
    } finally {
      await bare.stop();
    }
  });
});

describe('the metrics of a running stack', () => {
  it('count what happened to a batch: accepted, stored by type, repeated, unreadable, finished', async () => {
    const bounce = aReport({ event: 'bounce', type: 'bounce', status: '5.1.1', sg_event_id: 'once' });
    const poison = anUnreadableReport();
    expect(await stack.postToSendgrid([aReport(), aReport({ email: 'b@example.com' }), bounce, poison])).toBe(
      200,
    );
    await eventually('the first batch', () => sumOf('Finished') === 1);
    expect(await stack.postToSendgrid([bounce])).toBe(200);
    await eventually('the second batch', () => sumOf('Finished') === 2);
    const lines = measuredBy(stack);
    expect(lines).toContainEqual({ name: 'Accepted', value: 1, ...receiver });
    expect(lines).toContainEqual({ name: 'Stored', value: 2, type: 'delivered', ...consumer });
    expect(lines).toContainEqual({ name: 'Stored', value: 1, type: 'hard_bounce', ...consumer });
    expect(lines).toContainEqual({ name: 'Repeated', value: 1, type: 'hard_bounce', ...consumer });
    expect(lines).toContainEqual({ name: 'Poison', value: 1, ...consumer });
    expect(sumOf('Accepted') + sumOf('SplitOff') - sumOf('Finished')).toBe(1);
    await eventually(
      'the poison among the dead letters',
      async () => (await stack.depthOf('DeadLetterQueueUrl')) === 1,
    );
    expect(sumOf('Poison')).toBe(1);
    // Once per delivery: this is what the alarm on messages that keep failing counts.
    expect(sumOf('Unfinished')).toBeGreaterThanOrEqual(5);
  });

  it('count forged and stale requests separately', async () => {
    const body = JSON.stringify([aReport()]);
    expect(await stack.post('sendgrid', signed(body, aKeyPair().signingKey))).toBe(401);
    expect(await stack.postToSendgrid(body, new Date(Date.now() - 3_600_000))).toBe(401);
    await eventually('both', () => sumOf('Refused') === 1 && sumOf('Stale') === 1);
    expect(measuredBy(stack)).toContainEqual({
      name: 'Refused',
      value: 1,
      reason: 'signature-mismatch',
      ...receiver,
    });
  });
});
