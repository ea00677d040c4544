import { describe, expect, it } from 'vitest';
import { consume } from '../../../lambdas/consumer/consume.ts';
import { manifests } from '../../../providers/manifests.ts';
import { readLetter } from '../../../queue/read-letter.ts';
import type { Write } from '../../../store/store.ts';
import { actor, normalizerOf, recordOf } from '../../proof/post.ts';
import { signedRequest } from '../../support/signed-request.ts';

const receivedAt = new Date('2026-01-01T00:00:00Z');
const hoursLater = (hours: number, seconds = 0) =>
  new Date(receivedAt.getTime() + hours * 3_600_000 + seconds * 1_000);
const reason = 'expected a time at most 24 hours after receipt, found a later one';

/** The record of one report with this time, received at `receivedAt`. */
function recordAt(provider: string, at: Date) {
  const { simulator, keys } = actor(provider);
  const kind = simulator.kinds.includes('delivered') ? 'delivered' : (simulator.kinds[0] ?? '');
  const event = { kind, to: ['ana@example.com'], messageId: 'm1', at };
  const [payload] = simulator.payloadsOf([event]);
  const request = signedRequest(simulator, payload ?? Buffer.of(), keys.signingKey, receivedAt);
  return recordOf(provider, request, receivedAt);
}

async function consumed(records: readonly ReturnType<typeof recordAt>[]) {
  const writes: Write[] = [];
  const errors: unknown[] = [];
  const unfinished = await consume(records, {
    normalizerOf,
    topicProvider: 'ses',
    store: {
      writeAll: async (all) => {
        writes.push(...all);
        return all.map(() => ({ type: 'done', repeated: false }));
      },
    },
    timesOf: async () => [],
    isRecorded: () => true,
    send: async () => expect.unreachable(),
    isTimeUp: () => false,
    pause: async () => {},
    log: { info: () => {}, error: (_, fields) => errors.push(fields['reason']) },
  });
  return { unfinished: unfinished.length, writes: writes.length > 0, errors };
}

describe.each(manifests.map(({ name }) => name))('an event of %s', (provider) => {
  it('is stored when its time is up to 24 hours after receipt', async () => {
    const record = recordAt(provider, hoursLater(24));
    expect(await consumed([record])).toEqual({ unfinished: 0, writes: true, errors: [] });
  });

  it('is not believed when its time is later, and its dead letter says so', async () => {
    const record = recordAt(provider, hoursLater(24, 1));
    expect(await consumed([record])).toEqual({ unfinished: 1, writes: false, errors: [reason] });
    const attributes = Object.entries(record.messageAttributes);
    const letter = {
      MessageId: record.messageId,
      Body: record.body,
      Attributes: { SentTimestamp: record.attributes.SentTimestamp },
      MessageAttributes: Object.fromEntries(
        attributes.map(([name, value]) => [name, { DataType: 'String', StringValue: value?.stringValue }]),
      ),
    };
    expect(readLetter(letter, 'ses', normalizerOf).reason).toBe(reason);
  });
});

describe('a time that is too late to be stored', () => {
  const recordWith = (provider: string, report: object) =>
    recordOf(provider, { headers: {}, body: Buffer.from(JSON.stringify(report)) }, receivedAt);

  it.each(['12099-01-01T00:00:00Z', 1e30, 253402300800, 'Thu, 01 Jan 12099 00:00:00 GMT'])(
    'does not make the event one of today, nor one of when its mail was sent, as in %j',
    async (timestamp) => {
      const records = [
        recordWith('sendgrid', [
          { event: 'delivered', email: 'ana@example.com', timestamp, sg_message_id: 'm1' },
        ]),
        recordWith('ses', {
          eventType: 'Complaint',
          mail: { timestamp: '2026-01-01T00:00:00Z', messageId: 'm1', destination: ['ana@example.com'] },
          complaint: { timestamp, complainedRecipients: [{ emailAddress: 'ana@example.com' }] },
        }),
      ];
      expect(await consumed(records)).toEqual({ unfinished: 2, writes: false, errors: [reason, reason] });
    },
  );

  it('does not keep an event from being stored whose mail is said to be sent then', async () => {
    const complaint = {
      eventType: 'Complaint',
      mail: { timestamp: 1e30, messageId: 'm1', destination: ['ana@example.com'] },
      complaint: {
        timestamp: '2026-01-01T00:00:00Z',
        complainedRecipients: [{ emailAddress: 'ana@example.com' }],
      },
    };
    expect(await consumed([recordWith('ses', complaint)])).toEqual({
      unfinished: 0,
      writes: true,
      errors: [],
    });
  });
});
