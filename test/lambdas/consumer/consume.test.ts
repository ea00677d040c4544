import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type ConsumeDependencies, consume } from '../../../lambdas/consumer/consume.ts';
import type { Normalized, WebhookRequest } from '../../../providers/provider.ts';
import type { Envelope } from '../../../queue/envelope.ts';
import type { Outcome, Write } from '../../../store/store.ts';
import { entryIn } from '../../../store/suppression-rows.ts';
import { anEvent } from '../../support/events.ts';
import { aNormalizer } from '../../support/normalizer.ts';

const record = (messageId: string, provider = 'sendgrid') => ({
  messageId,
  body: messageId,
  attributes: { SentTimestamp: '1767225600000' },
  messageAttributes: { provider: { stringValue: provider }, encoding: { stringValue: 'plain' } },
});

const done: Outcome = { type: 'done', repeated: false };
const bad = (reason: string) => ({ reason });

/** A consumer with a normalizer that answers by body, and a store that answers by message id. */
function aConsumer(contents: Record<string, Normalized>, outcomeOf: (write: Write) => Outcome = () => done) {
  const sent: Envelope[] = [];
  const writes: Write[] = [];
  const deps: ConsumeDependencies = {
    topicProvider: 'ses',
    normalizerOf: (provider) => (provider === 'sendgrid' ? aNormalizer((body) => contents[body]) : undefined),
    store: {
      writeAll: async (all) => {
        writes.push(...all);
        return all.map(outcomeOf);
      },
    },
    send: async (envelope) => {
      sent.push(envelope);
    },
    timesOf: async () => [],
    isRecorded: () => true,
    isTimeUp: () => false,
    pause: async () => {},
    log: { info: vi.fn(), error: vi.fn() },
  };
  return { deps, sent, writes };
}

const messageOf = (write: Write) => {
  if (write.type === 'event') return write.event.messageId;
  return write.type === 'status' ? write.key.messageId : entryIn(write.row)?.messageId;
};
const content = (messageId: string, unreadable: Normalized['unreadable'] = []): Normalized => ({
  events: [anEvent({ messageId })],
  unreadable,
});

describe('the consumer', () => {
  it('tells which providers had events stored', async () => {
    const { deps } = aConsumer({ q1: content('m1'), q2: content('m2') });
    const stored: string[] = [];
    const onStored = async (providers: ReadonlySet<string>) => void stored.push(...providers);
    await consume([record('q1'), record('q2'), record('q3', 'nobody')], { ...deps, onStored });
    expect(stored).toEqual(['sendgrid']);
    const failing = aConsumer({ q1: content('m1') }, () => ({ type: 'failed', error: new Error('no') }));
    await consume([record('q1')], { ...failing.deps, onStored });
    expect(stored).toEqual(['sendgrid']);
  });

  it('acknowledges a batch once all its writes are done', async () => {
    const { deps, writes } = aConsumer({ q1: content('m1'), q2: content('m2') });
    expect(await consume([record('q1'), record('q2')], deps)).toEqual([]);
    expect(writes).toHaveLength(4);
  });

  it('returns exactly the messages with an unfinished write', async () => {
    const failed: Outcome = { type: 'failed', error: new Error('throttled') };
    const { deps } = aConsumer({ q1: content('m1'), q2: content('m2'), q3: content('m3') }, (write) =>
      messageOf(write) === 'm2' ? failed : messageOf(write) === 'm3' ? { type: 'not-started' } : done,
    );
    expect(await consume([record('q1'), record('q2'), record('q3')], deps)).toEqual(['q2', 'q3']);
  });

  it('stores the good events of a batch and splits off all bad ones in one message, with their reasons', async () => {
    const broken = [bad('no time'), bad('no type'), bad('no time')];
    const { deps, sent, writes } = aConsumer({ q1: content('m1', broken) });
    expect(await consume([record('q1')], deps)).toEqual([]);
    expect(writes).toHaveLength(2);
    expect(sent).toMatchObject([
      {
        MessageBody: JSON.stringify(broken),
        MessageAttributes: {
          provider: { StringValue: 'sendgrid' },
          reason: { StringValue: 'no time; no type' },
        },
      },
    ]);
  });

  it('keeps a message whole that has only bad events: its retries lead to the dead letters', async () => {
    const unreadable = [bad('one'), bad('two')];
    const { deps, sent } = aConsumer({ q1: { events: [], unreadable } });
    expect(await consume([record('q1')], deps)).toEqual(['q1']);
    expect(sent).toEqual([]);
  });

  it('does not split a message again that was split off, even if the code can read a part of it by now', async () => {
    const { deps, sent, writes } = aConsumer({ q1: content('m1', [bad('no time')]) });
    const splitOff = record('q1');
    const messageAttributes = { ...splitOff.messageAttributes, reason: { stringValue: 'no time' } };
    expect(await consume([{ ...splitOff, messageAttributes }], deps)).toEqual(['q1']);
    expect(writes).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('splits nothing off when time is up: the next delivery does', async () => {
    const { deps, sent } = aConsumer({ q1: content('m1', [bad('no time')]) });
    let isUp = false;
    const store = {
      writeAll: (...given: Parameters<typeof deps.store.writeAll>) => {
        isUp = true;
        return deps.store.writeAll(...given);
      },
    };
    expect(await consume([record('q1')], { ...deps, store, isTimeUp: () => isUp })).toEqual(['q1']);
    expect(sent).toEqual([]);
  });

  it('keeps a message whole whose bad events cannot be written or do not fit, and sends nothing', async () => {
    const { deps, sent } = aConsumer({ q1: content('m1', [bad('no time')]) });
    for (const bodyOf of [
      () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
      () => randomBytes(2_000_000),
    ]) {
      const normalizer = aNormalizer(() => content('m1', [bad('no time')]));
      const split = (request: WebhookRequest) => ({ ...normalizer.split(request), bodyOf });
      const normalizerOf = () => ({ ...normalizer, split });
      expect(await consume([record('q1')], { ...deps, normalizerOf })).toEqual(['q1']);
    }
    expect(sent).toEqual([]);
  });

  it('tries rows again that were busy, until time is up, and then returns their message', async () => {
    const busy: Outcome = { type: 'busy', error: new Error('throttled') };
    let tries = 0;
    const { deps, writes } = aConsumer({ q1: content('m1'), q2: content('m2') }, (write) =>
      messageOf(write) === 'm2' && tries < 3 ? busy : done,
    );
    const pause = async () => {
      tries += 1;
    };
    expect(await consume([record('q1'), record('q2')], { ...deps, pause })).toEqual([]);
    expect(tries).toBe(3);
    // Only the message of the busy rows is read again.
    expect(writes.filter((write) => messageOf(write) === 'm1')).toHaveLength(2);
    tries = 0;
    const isTimeUp = () => tries === 2;
    expect(await consume([record('q1'), record('q2')], { ...deps, pause, isTimeUp })).toEqual(['q2']);
  });

  it('keeps the whole message when a bad event could not be split off, or a good one not stored', async () => {
    const broken = aConsumer({ q1: content('m1', [bad('no time')]) });
    const send = async () => {
      throw new Error('the queue is away');
    };
    expect(await consume([record('q1')], { ...broken.deps, send })).toEqual(['q1']);
    const unstored = aConsumer({ q1: content('m1', [bad('no time')]) }, () => ({ type: 'not-started' }));
    expect(await consume([record('q1')], unstored.deps)).toEqual(['q1']);
    // If it were split off now, the next delivery would split it off again.
    expect(unstored.sent).toEqual([]);
  });

  it('returns a message that it cannot read, and stores the rest of the batch', async () => {
    const { deps } = aConsumer({ q2: content('m2') });
    expect(await consume([record('q1'), record('q2'), record('q3', 'nobody')], deps)).toEqual(['q1', 'q3']);
  });

  it('acknowledges a message without events', async () => {
    const { deps } = aConsumer({ q1: { events: [], unreadable: [] } });
    expect(await consume([record('q1')], deps)).toEqual([]);
  });

  it('survives a normalizer that throws, and does not log the body', async () => {
    const { deps } = aConsumer({});
    const normalizerOf = () =>
      aNormalizer(() => {
        throw new TypeError('cannot read secret@example.com');
      });
    expect(await consume([record('q1')], { ...deps, normalizerOf })).toEqual(['q1']);
    expect(JSON.stringify(vi.mocked(deps.log.error).mock.calls)).not.toContain('secret');
  });
});
