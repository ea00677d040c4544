import { describe, expect, it, vi } from 'vitest';
import { type ConsumeDependencies, consume } from '../../../lambdas/consumer/consume.ts';
import { type Normalized, UnreadableBody } from '../../../providers/provider.ts';
import type { Envelope } from '../../../queue/envelope.ts';
import type { Outcome, Write } from '../../../store/store.ts';
import { entryIn } from '../../../store/suppression-rows.ts';
import { anEvent } from '../../support/events.ts';

const record = (messageId: string, provider = 'sendgrid') => ({
  messageId,
  body: messageId,
  attributes: { SentTimestamp: '1767225600000' },
  messageAttributes: { provider: { stringValue: provider }, encoding: { stringValue: 'plain' } },
});

const done: Outcome = { type: 'done', repeated: false };
const bad = (reason: string) => ({ reason, body: Buffer.from(`[${reason}]`) });

/** A consumer with a normalizer that answers by body, and a store that answers by message id. */
function aConsumer(contents: Record<string, Normalized>, outcomeOf: (write: Write) => Outcome = () => done) {
  const sent: Envelope[] = [];
  const writes: Write[] = [];
  const deps: ConsumeDependencies = {
    topicProvider: 'ses',
    normalizerOf: (provider) =>
      provider === 'sendgrid'
        ? {
            normalize: ({ body }) => {
              const content = contents[body.toString()];
              if (!content) throw new UnreadableBody('nothing to read');
              return content;
            },
          }
        : undefined,
    store: {
      writeAll: async (all) => {
        writes.push(...all);
        return all.map(outcomeOf);
      },
    },
    send: async (envelope) => {
      sent.push(envelope);
    },
    isRecorded: () => true,
    isTimeUp: () => false,
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

  it('stores the good events of a batch and splits off the bad one, with its reason', async () => {
    const { deps, sent, writes } = aConsumer({ q1: content('m1', [bad('no time')]) });
    expect(await consume([record('q1')], deps)).toEqual([]);
    expect(writes).toHaveLength(2);
    expect(sent).toMatchObject([
      {
        MessageBody: '[no time]',
        MessageAttributes: { provider: { StringValue: 'sendgrid' }, reason: { StringValue: 'no time' } },
      },
    ]);
  });

  it('does not split off a bad event that is the only one: its retries lead to the dead letters', async () => {
    const { deps, sent } = aConsumer({ q1: { events: [], unreadable: [bad('no time')] } });
    expect(await consume([record('q1')], deps)).toEqual(['q1']);
    expect(sent).toEqual([]);
  });

  it('splits a batch that has only bad events', async () => {
    const { deps, sent } = aConsumer({ q1: { events: [], unreadable: [bad('one'), bad('two')] } });
    expect(await consume([record('q1')], deps)).toEqual([]);
    expect(sent).toHaveLength(2);
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
    const normalizerOf = () => ({
      normalize: () => {
        throw new TypeError('cannot read secret@example.com');
      },
    });
    expect(await consume([record('q1')], { ...deps, normalizerOf })).toEqual(['q1']);
    expect(JSON.stringify(vi.mocked(deps.log.error).mock.calls)).not.toContain('secret');
  });
});
