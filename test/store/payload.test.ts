import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ses } from '../../providers/ses/normalize.ts';
import { eventRow } from '../../store/event-row.ts';
import { packPayload, unpackPayload } from '../../store/payload.ts';
import { vocabulary } from '../../store/vocabulary.ts';

const row = { messageId: 'm1', sortKey: 'E#2026-01-01T00:00:00.000Z#e1', recipient: 'ana@example.com' };

/** An SES report in its documented shape, with the headers of an ordinary newsletter. */
const report = {
  eventType: 'Delivery',
  mail: {
    timestamp: '2026-01-01T00:00:00.000Z',
    source: 'Shop <no-reply@example.com>',
    sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/example.com',
    sendingAccountId: '123456789012',
    messageId: '0100018c2f7a9b3e-5d0f1c2b-7a64-4f3e-9a51-cf2d0b8e6a17-000000',
    destination: ['ana.lindqvist@customer.example'],
    headersTruncated: false,
    headers: [
      { name: 'Date', value: 'Thu, 1 Jan 2026 00:00:00 +0000' },
      { name: 'From', value: 'Shop <no-reply@example.com>' },
      { name: 'To', value: 'ana.lindqvist@customer.example' },
      { name: 'Message-ID', value: '<9f1b6a3c7d2e4850@example.com>' },
      { name: 'Subject', value: 'Your parcel is on its way' },
      { name: 'MIME-Version', value: '1.0' },
      { name: 'Content-Type', value: 'multipart/alternative; boundary="b1_4c7d09e2fa"' },
      {
        name: 'List-Unsubscribe',
        value: '<https://example.com/u/8d2f6a>, <mailto:unsubscribe@example.com>',
      },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ],
    commonHeaders: {
      returnPath: 'no-reply@example.com',
      from: ['Shop <no-reply@example.com>'],
      date: 'Thu, 1 Jan 2026 00:00:00 +0000',
      to: ['ana.lindqvist@customer.example'],
      messageId: '<9f1b6a3c7d2e4850@example.com>',
      subject: 'Your parcel is on its way',
    },
    tags: { 'ses:configuration-set': ['mailfold'], 'ses:caller-identity': ['shop'] },
  },
  delivery: {
    timestamp: '2026-01-01T00:00:02.000Z',
    processingTimeMillis: 1642,
    recipients: ['ana.lindqvist@customer.example'],
    smtpResponse: '250 2.0.0 OK 1767225602 5si1220932wmc.121 - gsmtp',
    reportingMTA: 'a6-12.smtp-out.eu-west-1.amazonses.com',
  },
};

/** What DynamoDB counts: names and values. */
function bytesOf(fields: Readonly<Record<string, unknown>>): number {
  const sizes = Object.entries(fields).map(([name, value]) => {
    if (value instanceof Uint8Array) return name.length + value.length;
    return name.length + (typeof value === 'string' ? Buffer.byteLength(value) : 8);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('a packed payload', () => {
  it('is unpacked unchanged, whatever payload and row contain', () => {
    const text = fc.oneof(fc.json(), fc.string({ unit: 'grapheme', maxLength: 3_000 }));
    const anyRow = fc.record(
      {
        messageId: fc.string(),
        recipient: fc.string(),
        url: fc.string({ unit: 'grapheme' }),
        tags: fc.array(fc.string()),
        metadata: fc.dictionary(fc.string(), fc.string()),
        sentAt: fc.constant('2026-01-01T00:00:00.000Z'),
      },
      { requiredKeys: ['messageId'] },
    );
    fc.assert(
      fc.property(anyRow, text, (fields, given) => {
        const { metadata = {} } = fields;
        // DynamoDB returns the entries of a map in any order.
        const stored = { ...fields, metadata: Object.fromEntries(Object.entries(metadata).reverse()) };
        expect(unpackPayload({ ...stored, payload: packPayload({ ...fields, metadata }, given) })).toBe(
          given,
        );
      }),
    );
  });

  it('is unpacked unchanged when it is longer than any window', () => {
    const long = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index * 7919));
    expect(unpackPayload({ ...row, payload: packPayload(row, long) })).toBe(long);
  });

  it('keeps an SES report with all mail headers within one write unit', () => {
    const text = JSON.stringify(report);
    const [event] = ses.normalize({ headers: {}, body: Buffer.from(text) }).events;
    if (!event) throw new Error('expected an event, found none');
    const now = new Date();
    const packed = eventRow(event, { receivedAt: now }, { now, windowDays: 30 });
    expect(text.length).toBeGreaterThan(1_500);
    expect(bytesOf(packed)).toBeLessThanOrEqual(1_024);
  });

  it('of an earlier version, packed with gzip, can be read', () => {
    expect(unpackPayload({ ...row, payload: gzipSync('{"a":1}') })).toBe('{"a":1}');
  });

  it('with an unknown first byte is refused with an error that does not quote it', () => {
    const payload = Buffer.from('ana@example.com');
    expect(() => unpackPayload({ ...row, payload })).toThrow(
      'expected a payload with a known first byte, found an unknown one',
    );
  });

  it('can always be read: the vocabulary never changes', () => {
    expect(createHash('sha256').update(vocabulary).digest('hex')).toBe(
      '2e90023f6613464c587f5dfbb0c755156e8496fd9de293567a180cbead5b2200',
    );
    expect(unpackPayload({ ...row, payload: Buffer.from('AatWKslXslJC06NUCwA=', 'base64') })).toBe(
      '{"to":"ana@example.com"}',
    );
  });

  it('can always be read: what a form takes from its row never changes', () => {
    const labelled = {
      ...row,
      sentAt: '2026-01-01T00:00:00.000Z',
      tags: ['a=b'],
      metadata: { tenant: 'acme', plan: 'trial' },
      template: 'welcome',
      stream: 'outbound',
      ip: '203.0.113.5',
    };
    const unpacked = (packed: string) =>
      JSON.parse(unpackPayload({ ...labelled, payload: Buffer.from(packed, 'base64') }));
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    expect(unpacked('A6tWKskH2YCqR0kHzXIdpZTEklQlK6UQfN5SqgUA')).toEqual({
      to: 'ana@example.com',
      tenant: 'acme',
      date,
    });
    expect(unpacked('BKvGlhxhYY3mczSDkYopvJ4FxV5aJigzK1kpVYyCUTBEgVItAA==')).toEqual({
      eventType: 'Open',
      mail: { destination: ['ana@example.com'], date },
      filler: 'x'.repeat(700),
    });
  });
});
