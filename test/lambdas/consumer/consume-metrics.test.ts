import { describe, expect, it } from 'vitest';
import { type ConsumeDependencies, consume } from '../../../lambdas/consumer/consume.ts';
import { Tally } from '../../../lambdas/metrics.ts';
import type { Normalized } from '../../../providers/provider.ts';
import type { Outcome, Write } from '../../../store/store.ts';
import { anEvent } from '../../support/events.ts';
import { aNormalizer } from '../../support/normalizer.ts';

const provider = 'sendgrid';
const done: Outcome = { type: 'done', repeated: false };
const repeated: Outcome = { type: 'done', repeated: true };
const failed: Outcome = { type: 'failed', error: new Error('throttled') };
const poison = { reason: 'no time' };

type Delivery = { receives?: number; splitOff?: boolean; from?: string; imported?: boolean };

const record = (
  id: string,
  { receives = 1, splitOff = false, from = provider, imported = false }: Delivery = {},
) => ({
  messageId: id,
  body: id,
  attributes: { SentTimestamp: '1767225600000', ApproximateReceiveCount: String(receives) },
  messageAttributes: {
    provider: { stringValue: from },
    encoding: { stringValue: 'plain' },
    ...(splitOff && { reason: { stringValue: 'no time' } }),
    ...(imported && { imported: { stringValue: 'true' } }),
  },
});

/** Consumes messages with these contents and returns the metrics, each with its largest set of dimensions. */
async function measured(
  contents: Record<string, Partial<Normalized> | undefined>,
  outcomeOf: (write: Write) => Outcome = () => done,
  delivery: Delivery = {},
  more: Partial<ConsumeDependencies> = {},
) {
  const tally = new Tally();
  const deps: ConsumeDependencies = {
    topicProvider: 'ses',
    normalizerOf: (name) => (name === provider ? aNormalizer((body) => contents[body]) : undefined),
    store: { writeAll: async (writes) => writes.map(outcomeOf) },
    send: async () => {},
    timesOf: async () => [],
    isRecorded: () => true,
    isTimeUp: () => false,
    pause: async () => {},
    log: { info: () => {}, error: () => {} },
    meter: { measure: tally.measure, now: () => new Date('2026-01-01T00:01:30Z') },
    ...more,
  };
  await consume(
    Object.keys(contents).map((id) => record(id, delivery)),
    deps,
  );
  return tally
    .take()
    .flatMap(({ dimensionSets: [dimensions], values }) =>
      values.map(({ name, value }) => ({ name, value, ...dimensions })),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

describe('messages with a write that failed', () => {
  it('are counted for a rollout; those of a busy table or without a readable event are not', async () => {
    const counted: number[] = [];
    const onFailed = (messages: number) => void counted.push(messages);
    const [bad, late] = [anEvent({ to: 'bad@example.com' }), anEvent({ to: 'late@example.com', second: 5 })];
    const busy: Outcome = { type: 'busy', error: new Error('throttled') };
    const outcomeOf = (write: Write) => {
      const { recipient } = write.type === 'event' ? write.event : write.type === 'status' ? write.key : {};
      return recipient === bad.recipient ? failed : recipient === late.recipient ? busy : done;
    };
    let looks = 0;
    const isTimeUp = () => {
      looks += 1;
      return looks > 40;
    };
    const contents = {
      q1: { events: [bad, anEvent()] },
      q2: { events: [bad] },
      q3: { events: [late] },
      q4: { events: [anEvent()] },
      q5: { unreadable: [poison] },
    } as never;
    await measured(contents, outcomeOf, {}, { onFailed, isTimeUp });
    expect(counted).toEqual([2]);
  });
});

describe('the metrics of the consumer', () => {
  it('count new events by provider and type, and contain the lag of the slowest', async () => {
    const events = [
      anEvent({ second: 30 }),
      anEvent({ second: 80, to: 'b@example.com' }),
      anEvent({ type: 'open', second: 85 }),
    ];
    expect(await measured({ q1: { events } })).toEqual([
      { name: 'Finished', value: 1, provider },
      { name: 'LagSeconds', value: 60, provider },
      { name: 'Stored', value: 2, provider, type: 'delivered' },
      { name: 'Stored', value: 1, provider, type: 'open' },
    ]);
  });

  it('count an event that was already stored as repeated, without a lag', async () => {
    expect(await measured({ q1: { events: [anEvent()] } }, () => repeated)).toEqual([
      { name: 'Finished', value: 1, provider },
      { name: 'Repeated', value: 1, provider, type: 'delivered' },
    ]);
  });

  it("also count events of an unknown type, without the provider's name for it", async () => {
    const found = await measured({ q1: { events: [anEvent({ type: 'unknown' })] } });
    expect(found).toContainEqual({ name: 'Unknown', value: 1, provider });
    expect(found).toContainEqual({ name: 'Stored', value: 1, provider, type: 'unknown' });
  });

  it('count imported events apart: not as mail of today, not as accepted, without a lag', async () => {
    const events = [anEvent({ type: 'complaint' }), anEvent({ type: 'unknown' })];
    expect(await measured({ q1: { events } }, undefined, { imported: true })).toEqual([
      { name: 'Imported', value: 1, provider, type: 'complaint' },
      { name: 'Imported', value: 1, provider, type: 'unknown' },
    ]);
    expect(await measured({ q1: { events } }, () => repeated, { imported: true })).toEqual([]);
  });

  it('count new evidence by cause, once', async () => {
    const events = [anEvent({ type: 'complaint' }), anEvent({ type: 'resubscribe' })];
    const suppressions = (found: Awaited<ReturnType<typeof measured>>) =>
      found.filter(({ name }) => name === 'Suppressions');
    expect(suppressions(await measured({ q1: { events } }))).toEqual([
      { name: 'Suppressions', value: 1, cause: 'complaint' },
    ]);
    expect(suppressions(await measured({ q1: { events } }, () => repeated))).toEqual([]);
  });

  it('count only an unfinished message when its writes fail', async () => {
    expect(await measured({ q1: { events: [anEvent()] } }, () => failed)).toEqual([
      { name: 'Unfinished', value: 1 },
    ]);
  });

  it('show a lag of 0, not a negative one, for an event from the future', async () => {
    expect(await measured({ q1: { events: [anEvent({ second: 500 })] } })).toContainEqual({
      name: 'LagSeconds',
      value: 0,
      provider,
    });
  });

  it('count each unreadable event of a batch, the message they are split off to, and theirs as finished', async () => {
    const found = await measured({ q1: { events: [anEvent()], unreadable: [poison, poison] } });
    expect(found).toContainEqual({ name: 'Poison', value: 2, provider });
    expect(found).toContainEqual({ name: 'SplitOff', value: 1, provider });
    expect(found).toContainEqual({ name: 'Finished', value: 1, provider });
  });

  it('count each event of a message in which nothing can be read', async () => {
    expect(await measured({ q1: { unreadable: [poison, poison] } })).toEqual([
      { name: 'Poison', value: 2, provider },
      { name: 'Unfinished', value: 1 },
    ]);
  });

  it('count a row once that is busy at first, and not again those that were written with it', async () => {
    const busy: Outcome = { type: 'busy', error: new Error('throttled') };
    const events = [anEvent(), anEvent({ type: 'open' })];
    const tried = new Set<string>();
    const found = await measured({ q1: { events } }, (write) => {
      if (tried.has(write.name))
        return write.type === 'event' && write.event.type === 'open' ? done : repeated;
      tried.add(write.name);
      return write.type === 'event' && write.event.type === 'open' ? busy : done;
    });
    expect(found.filter(({ name }) => name !== 'LagSeconds')).toEqual([
      { name: 'Finished', value: 1, provider },
      { name: 'Stored', value: 1, provider, type: 'delivered' },
      { name: 'Stored', value: 1, provider, type: 'open' },
    ]);
  });

  it('count an unreadable message once, however often it is delivered', async () => {
    const poisonous = { name: 'Poison', value: 1, provider };
    expect(await measured({ q1: undefined })).toContainEqual(poisonous);
    expect(await measured({ q1: { unreadable: [poison] } })).toContainEqual(poisonous);
    expect(await measured({ q1: undefined }, undefined, { receives: 2 })).toEqual([
      { name: 'Unfinished', value: 1 },
    ]);
    // It was counted when it was split off from its batch.
    expect(await measured({ q1: { unreadable: [poison] } }, undefined, { splitOff: true })).toEqual([
      { name: 'Unfinished', value: 1 },
    ]);
  });

  it('do not contain the name of an unknown provider, which could be anything', async () => {
    expect(await measured({ q1: undefined }, undefined, { from: 'nobody' })).toContainEqual({
      name: 'Poison',
      value: 1,
      provider: 'other',
    });
  });
});
