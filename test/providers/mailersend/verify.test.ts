import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/mailersend/simulate.ts';
import { mailersend } from '../../../providers/mailersend/verify.ts';

const key = 'the signing secret of a webhook';
const context = { keys: [key], now: new Date('2026-01-01T00:00:00Z'), toleranceSeconds: 300 };
const body = Buffer.from('{"type":"activity.sent"}');
const verdictOn = (signature: string | undefined, bytes: Buffer = body) =>
  mailersend.verify({ headers: { signature }, body: bytes }, context);
const signed = (bytes: Buffer, secret: string) =>
  simulate.sign(bytes, secret, context.now).headers['signature'];

describe('a MailerSend request', () => {
  it('is genuine if the body is signed with the secret of the webhook', () => {
    expect(verdictOn(signed(body, key))).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(verdictOn(signed(body, key)?.toUpperCase())).toMatchObject({ genuine: true });
  });

  it.each([
    ['another body', signed(Buffer.from('{}'), key)],
    ['another secret', signed(body, 'another secret')],
    ['a shorter one', signed(body, key)?.slice(0, 62)],
    ['no hex', 'z'.repeat(64)],
  ])('is refused with the signature of %s', (_, signature) => {
    expect(verdictOn(signature)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('is refused without a signature', () => {
    expect(verdictOn(undefined)).toEqual({ genuine: false, reason: 'headers-missing' });
  });
});

describe('the test that MailerSend posts to a new URL, with a secret that everybody knows', () => {
  const isTest = (text: string, signature?: string) => {
    const bytes = Buffer.from(text);
    const headers = { signature: signature ?? signed(bytes, 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G') };
    // Whatever it is, it is never genuine.
    expect(verdictOn(headers.signature, bytes)).toMatchObject({ genuine: false });
    return mailersend.isTest?.({ headers, body: bytes });
  };

  // The secret and the form of the message are public; we computed the signature.
  const ping =
    '{"type":"webhook.test","message":"This is a ping test message","created_at":"2026-03-27T07:24:20.577080Z"}';

  it('has a type of its own', () => {
    expect(isTest(ping, 'a05470dca8b12a876fd6917935083275be2b5fc87433d6b82bbca07a6b82d74e')).toBe(true);
  });

  it.each([
    '{"type":"activity.spam_complaint","data":{"type":"webhook.test"}}',
    '{"type":["webhook.test"]}',
    '["webhook.test"]',
    'webhook.test',
  ])('is not recognised with another type, because everybody knows the secret: %s', (text) => {
    expect(isTest(text)).toBe(false);
  });

  it('is not recognised with another signature', () => {
    expect([isTest(ping, 'a0'), isTest(ping, 'a'.repeat(64))]).toEqual([false, false]);
  });
});
