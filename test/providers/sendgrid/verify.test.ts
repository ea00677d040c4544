import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sendgrid } from '../../../providers/sendgrid/verify.ts';
import { aKeyPair, signed } from '../../support/sendgrid.ts';

type Vector = { name: string; publicKey: string; timestamp: string; signature: string; body: string };
const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('./payloads/published-vectors.json', import.meta.url), 'utf8'),
);

function requestOf({ timestamp, signature, body }: Vector) {
  return {
    headers: {
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    },
    body: Buffer.from(body),
  };
}

const now = new Date('2026-01-01T12:00:00Z');
const keys = aKeyPair();
const context = { keys: [keys.verificationKey], now, toleranceSeconds: 300 };
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('a SendGrid request', () => {
  it.each(vectors)('is genuine as published: $name', (vector) => {
    const at = new Date(Number(vector.timestamp) * 1000);
    const published = { keys: [vector.publicKey], now: at, toleranceSeconds: 300 };
    expect(sendgrid.verify(requestOf(vector), published)).toMatchObject({ genuine: true });
    // The last two bytes are CR LF. A receiver that trims the body would lose them.
    const trimmed = { ...requestOf(vector), body: Buffer.from(vector.body.trimEnd()) };
    expect(sendgrid.verify(trimmed, published)).toEqual({ genuine: false, reason: 'signature-mismatch' });
    expect(sendgrid.verify(requestOf(vector), { ...published, keys: [keys.verificationKey] })).toMatchObject({
      genuine: false,
    });
  });

  it('is refused when any one byte of the body changes', () => {
    const request = signed('[{"event":"open"}]', keys.signingKey, now);
    for (let index = 0; index < request.body.length; index += 1) {
      const body = Buffer.from(request.body);
      body[index] = (body[index] ?? 0) ^ 1;
      expect(sendgrid.verify({ ...request, body }, context)).toEqual({
        genuine: false,
        reason: 'signature-mismatch',
      });
    }
  });

  it('is refused when its timestamp was changed to look fresh', () => {
    const old = signed('[]', keys.signingKey, secondsFromNow(-3600));
    const headers = {
      ...old.headers,
      'x-twilio-email-event-webhook-timestamp': String(now.getTime() / 1000),
    };
    expect(sendgrid.verify({ ...old, headers }, context)).toEqual({
      genuine: false,
      reason: 'signature-mismatch',
    });
  });

  it('is refused when it is too old or from the future, and counts as late only when its signature is valid', () => {
    const verdictAt = (seconds: number) =>
      sendgrid.verify(signed('[]', keys.signingKey, secondsFromNow(seconds)), context);
    expect(verdictAt(-300)).toMatchObject({ genuine: true });
    expect(verdictAt(-301)).toEqual({ genuine: false, reason: 'timestamp-stale' });
    expect(verdictAt(300)).toMatchObject({ genuine: true });
    expect(verdictAt(301)).toEqual({ genuine: false, reason: 'timestamp-in-future' });
    const forged = signed('[]', aKeyPair().signingKey, secondsFromNow(-301));
    expect(sendgrid.verify(forged, context)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('is genuine with the old and the new key during a rotation', () => {
    const next = aKeyPair();
    const both = { ...context, keys: [keys.verificationKey, next.verificationKey] };
    for (const { signingKey } of [keys, next])
      expect(sendgrid.verify(signed('[]', signingKey, now), both)).toMatchObject({ genuine: true });
  });

  it('is refused without its headers, and with invalid ones', () => {
    const request = signed('[]', keys.signingKey, now);
    expect(sendgrid.verify({ ...request, headers: {} }, context)).toEqual({
      genuine: false,
      reason: 'headers-missing',
    });
    const nonsense = { ...request.headers, 'x-twilio-email-event-webhook-signature': '!!' };
    expect(sendgrid.verify({ ...request, headers: nonsense }, context)).toEqual({
      genuine: false,
      reason: 'signature-mismatch',
    });
  });

  it('throws when none of our keys can be read: that is our mistake and not a forgery', () => {
    const request = signed('[]', keys.signingKey, now);
    expect(() => sendgrid.verify(request, { ...context, keys: ['not a key'] })).toThrow('found none among 1');
    const oneGood = { ...context, keys: ['not a key', keys.verificationKey] };
    expect(sendgrid.verify(request, oneGood)).toMatchObject({ genuine: true });
  });
});
