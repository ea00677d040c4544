import { describe, expect, it } from 'vitest';
import { mailgun as normalizer } from '../../../providers/mailgun/normalize.ts';
import { mailgun as verifier } from '../../../providers/mailgun/verify.ts';
import { payloadFile, readerOf } from '../../support/reading.ts';

const { only, reasonOf } = readerOf(normalizer);
const context = {
  keys: ['mg_test_key'],
  now: new Date('2026-01-01T00:00:00Z'),
  toleranceSeconds: 86_400,
};
const verdictOn = (body: string | Buffer) =>
  verifier.verify({ headers: {}, body: Buffer.from(body) }, context);
const form = (fields: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString();
const base = {
  recipient: 'ana@example.com',
  domain: 'mg.example.com',
  'Message-Id': '<m1@mg.example.com>',
  timestamp: '1767225600',
};
const outcome = (fields: Record<string, string | string[]>) => only(form({ ...base, ...fields }));

describe('a form of an older Mailgun webhook', () => {
  it.each(['delivered.txt', 'bounced.txt'])('is verified like JSON, and bound to its token: %s', (name) => {
    const body = payloadFile('mailgun', name);
    const verdict = verdictOn(body);
    expect(verdict).toMatchObject({
      genuine: true,
      next: { type: 'enqueue-once', token: expect.stringMatching(/^1767225600/) },
    });
    const changed = body.toString().replaceAll(/example\.com/g, 'example.org');
    expect(verdictOn(changed)).toMatchObject({ genuine: true });
    // Another body is another digest, so that the token cannot be used for it.
    expect(verdictOn(changed)).not.toEqual(verdict);
    expect(verdictOn(body.toString().replace('f13ff481', 'f13ff482'))).toEqual({
      genuine: false,
      reason: 'signature-mismatch',
    });
    expect(verdictOn(body.toString().replaceAll('token', 'tokens'))).toEqual({
      genuine: false,
      reason: 'not-signed',
    });
  });

  it('has the same digest in both encodings', () => {
    const token = '0123456789abcdef0123456789abcdef0123456789abcdef01';
    const signature = 'f13ff48140945999a8696d5e8b8deb913d1995f00346d9537417495be51a9dc5';
    const fields = { ...base, event: 'opened', token, signature };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    expect(verdictOn(`${parts.join('')}--b--\r\n`)).toEqual(verdictOn(form(fields)));
  });

  it('is read without the variables of the sender, and without the signature', () => {
    const event = only(payloadFile('mailgun', 'delivered.txt'));
    expect(event).toMatchObject({
      provider: 'mailgun',
      providerType: 'delivered',
      type: 'delivered',
      messageId: '20260101.abc@mg.example.com',
      recipient: 'ana@example.com',
      occurredAt: '2026-01-01T00:00:00.000Z',
      tags: ['welcome'],
      sendingDomain: 'mg.example.com',
      payload: { form: { event: ['delivered', 'a variable of the sender'], timestamp: '1767225600' } },
    });
    expect(JSON.stringify(event.payload)).not.toMatch(/"token"|"signature"/);
  });

  it('is read without its files', () => {
    const event = only(payloadFile('mailgun', 'bounced.txt'));
    expect(event).toMatchObject({
      type: 'hard_bounce',
      messageId: '20260101.def@mg.example.com',
      recipient: 'gone@example.com',
      diagnostic: '5.1.1 The email account does not exist: gone@example.com',
      tags: ['welcome', 'new'],
    });
    expect(JSON.stringify(event.payload)).not.toContain('Received:');
  });

  it.each([
    ['delivered', { type: 'delivered' }],
    ['bounced', { type: 'hard_bounce' }],
    ['complained', { type: 'complaint' }],
    ['opened', { type: 'open' }],
    ['clicked', { type: 'click' }],
    ['unsubscribed', { type: 'unsubscribe', scope: '*' }],
    ['something_new', { type: 'unknown' }],
    ['constructor', { type: 'unknown' }],
  ])('called %s is %o', (event, expected) => {
    expect(outcome({ event })).toMatchObject({ ...expected, providerType: event });
  });

  it.each([
    [{ reason: 'old', code: '499' }, { type: 'soft_bounce' }],
    [
      { reason: 'hardfail', code: '605' },
      { type: 'dropped', blames: 'address' },
    ],
    [
      { reason: 'hardfail', code: '606' },
      { type: 'dropped', blames: 'address' },
    ],
    [
      { reason: 'hardfail', code: '607' },
      { type: 'dropped', blames: 'address' },
    ],
    [{ reason: 'hardfail', code: '550' }, { type: 'hard_bounce' }],
    [
      { reason: 'hardfail', code: '5.1.1' },
      { type: 'hard_bounce', smtpStatus: '5.1.1' },
    ],
    [
      { reason: 'hardfail', code: '5500' },
      { type: 'dropped', blames: 'message' },
    ],
    [{}, { type: 'dropped', blames: 'message' }],
  ])('that was dropped with %o is %o', (fields: Record<string, string>, expected) => {
    expect(outcome({ event: 'dropped', ...fields })).toMatchObject(expected);
  });

  it('of inbound mail that is posted here by mistake is stored, without effect', () => {
    const inbound = form({
      sender: 'ben@example.com',
      recipient: 'in@mg.example.com',
      timestamp: '1767225600',
    });
    expect(only(inbound)).toMatchObject({ type: 'unknown', providerType: 'unnamed' });
  });

  it('is told from another by what it says, and not by its signature', () => {
    const click = {
      event: 'clicked',
      url: 'https://example.com/a',
      ip: '203.0.113.5',
      'user-agent': 'Firefox',
    };
    const ids = [
      click,
      { ...click, event: 'opened' },
      { ...click, url: 'https://example.com/b' },
      { ...click, ip: '203.0.113.6' },
      { ...click, recipient: 'ben@example.com' },
      { ...click, timestamp: '1767225601' },
      { ...click, domain: 'other.example.com' },
    ].map((fields) => outcome(fields).id);
    expect(new Set(ids).size).toBe(7);
    expect(outcome({ ...click, token: 'x', signature: 'y' }).id).toBe(outcome(click).id);
  });

  it('without message, recipient and time is set apart', () => {
    expect(reasonOf('event=opened&timestamp=soon')).toMatch(/^expected a message, a recipient or a time/);
  });
});
