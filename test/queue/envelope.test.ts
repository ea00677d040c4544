import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodySizeOf,
  type Envelope,
  type QueuedWebhook,
  type QueueRecord,
  readEnvelope,
  toEnvelope,
} from '../../queue/envelope.ts';

const receivedAt = new Date('2026-01-01T00:00:00.250Z');

function aWebhook(body: Buffer | string, headers: Record<string, string> = {}): QueuedWebhook {
  return { provider: 'sendgrid', receivedAt, request: { headers, body: Buffer.from(body) } };
}

function packed(webhook: QueuedWebhook): Envelope {
  const envelope = toEnvelope(webhook);
  if (!envelope) throw new Error('the envelope is too large');
  return envelope;
}

/** The Lambda form of an SQS message. */
function received(envelope: Envelope): QueueRecord {
  const attributes = Object.entries(envelope.MessageAttributes);
  return {
    body: envelope.MessageBody,
    attributes: { SentTimestamp: '1767225601000' },
    messageAttributes: Object.fromEntries(
      attributes.map(([name, value]) => [name, { stringValue: value.StringValue ?? '' }]),
    ),
  };
}

describe('a message in the events queue', () => {
  it('preserves every byte of body and headers', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.string().map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(bodies, fc.string({ unit: 'grapheme', minLength: 1 }), (bytes, header) => {
        const webhook = aWebhook(Buffer.from(bytes), { 'svix-id': header.toWellFormed() });
        expect(readEnvelope(received(packed(webhook)), 'ses')).toEqual(webhook);
      }),
    );
  });

  it('says when its events were imported, also after some of them were split off', () => {
    const webhook: QueuedWebhook = { ...aWebhook('[]'), imported: true, reason: 'no time' };
    expect(readEnvelope(received(packed(webhook)), 'ses')).toEqual(webhook);
  });

  it('contains only characters that all SQS documents allow', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 500 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (bytes, text) => {
          const envelope = packed({ ...aWebhook(Buffer.from(bytes), { 'svix-id': text }), reason: text });
          const values = Object.values(envelope.MessageAttributes).map(
            (attribute) => attribute.StringValue ?? '',
          );
          for (const value of [envelope.MessageBody, ...values])
            expect(value).toMatch(/^[\t\n\r\x20-\x7e]*$/);
        },
      ),
    );
  });

  it('contains plain text of up to 64 KB unchanged, so that the console shows it', () => {
    const plain = '[{"event":"open"}]\r\n';
    expect(packed(aWebhook(plain)).MessageBody).toBe(plain);
    expect(packed(aWebhook('x'.repeat(65_536))).MessageBody).toHaveLength(65_536);
    expect(packed(aWebhook('x'.repeat(65_537))).MessageBody.length).toBeLessThan(1000);
    expect(packed(aWebhook('{"name":"Zoë"}')).MessageAttributes['encoding']?.StringValue).toBe('gzip-base64');
  });

  it('names the provider and the time of receipt, and nothing that authenticates', () => {
    expect(packed(aWebhook('{}', { 'svix-id': 'msg_1' })).MessageAttributes).toEqual({
      provider: { DataType: 'String', StringValue: 'sendgrid' },
      receivedAt: { DataType: 'String', StringValue: '2026-01-01T00:00:00.250Z' },
      encoding: { DataType: 'String', StringValue: 'plain' },
      'header.svix-id': { DataType: 'String', StringValue: 'msg_1' },
    });
  });

  it('is refused when it is too large for SQS', () => {
    const random = Buffer.concat(
      Array.from({ length: 900 }, () => crypto.getRandomValues(Buffer.alloc(1000))),
    );
    expect(toEnvelope(aWebhook(random))).toBeUndefined();
  });

  it('without attributes comes from the provider that publishes to the topic', () => {
    const record = {
      body: '{"Type":"Notification"}',
      attributes: { SentTimestamp: '1767225601000' },
      messageAttributes: {},
    };
    const { provider, receivedAt: arrived, request } = readEnvelope(record, 'ses');
    expect([provider, arrived.toISOString(), request.body.toString()]).toEqual([
      'ses',
      '2026-01-01T00:00:01.000Z',
      record.body,
    ]);
  });

  it('from the topic was received when SNS got it, even if it is redriven later', () => {
    const Message = JSON.stringify({ Timestamp: '2030-01-01T00:00:00.000Z' });
    const record = {
      body: JSON.stringify({ Type: 'Notification', Message, Timestamp: '2026-01-01T00:00:00.500Z' }, null, 2),
      attributes: { SentTimestamp: '1769904000000' },
      messageAttributes: {},
    };
    expect(readEnvelope(record, 'ses').receivedAt.toISOString()).toBe('2026-01-01T00:00:00.500Z');
  });

  it('tells the size of its body without being unpacked', () => {
    for (const size of [0, 1, 2, 3, 1_000, 100_000, 999_999]) {
      for (const character of ['x', '\n', '\u0000']) {
        const body = character.repeat(size);
        expect(bodySizeOf(received(packed(aWebhook(body))))).toBe(size);
      }
    }
  });

  it('with a broken encoding is unreadable, with a reason', () => {
    const envelope = packed(aWebhook('é'));
    envelope.MessageBody = 'bm90IGd6aXA=';
    expect(() => readEnvelope(received(envelope), 'ses')).toThrow('expected a body of gzip in base64');
    envelope.MessageAttributes['encoding'] = { DataType: 'String', StringValue: 'rot13' };
    expect(() => readEnvelope(received(envelope), 'ses')).toThrow(
      'expected the encoding plain or gzip-base64',
    );
  });
});
