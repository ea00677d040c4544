import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailit } from '../../../providers/emailit/verify.ts';

const key = `whsec_${'0123456789abcdef'.repeat(4)}`;
const body = Buffer.from('[{"event_id":"evt_1","type":"email.delivered"}]');
const now = new Date('2026-01-01T00:00:00Z');
const time = '1767225600';
const hmac = (secret: string | Buffer, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const verdictOn = (signature: string | undefined, timestamp: string | undefined = time) =>
  emailit.verify(
    { headers: { 'x-emailit-signature': signature, 'x-emailit-timestamp': timestamp }, body },
    { keys: [key], now, toleranceSeconds: 300 },
  );

describe('an Emailit request', () => {
  it('is genuine if time, a dot and the body are signed with the whole secret as text', () => {
    expect(verdictOn(hmac(key, `${time}.${body}`))).toEqual({ genuine: true, next: { type: 'enqueue' } });
  });

  it.each([
    ['the secret without its prefix', hmac(key.slice(6), `${time}.${body}`)],
    ['the decoded secret', hmac(Buffer.from(key.slice(6), 'hex'), `${time}.${body}`)],
    ['the body without a time', hmac(key, body.toString())],
    ['another body', hmac(key, `${time}.[]`)],
  ])('is refused if %s was used', (_, signature) => {
    expect(verdictOn(signature)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('is refused as late, and not as forged, with another time', () => {
    const old = String(Number(time) - 301);
    expect(verdictOn(hmac(key, `${old}.${body}`), old)).toEqual({
      genuine: false,
      reason: 'timestamp-stale',
    });
    expect(verdictOn(hmac(key, `${time}.${body}`), old)).toMatchObject({ reason: 'signature-mismatch' });
  });

  it('is refused without signature or time', () => {
    expect(verdictOn(undefined)).toEqual({ genuine: false, reason: 'headers-missing' });
    expect(verdictOn(hmac(key, `${time}.${body}`), '')).toEqual({
      genuine: false,
      reason: 'headers-missing',
    });
  });
});
