import { describe, expect, it } from 'vitest';
import { awardee as manifest } from '../../../providers/awardee/manifest.ts';
import { simulate } from '../../../providers/awardee/simulate.ts';
import { awardee } from '../../../providers/awardee/verify.ts';
import { hmacSha256 } from '../../../providers/hmac.ts';

/** Computed with other tools from Awardee's description, because Awardee has published no example. */
const secret = 'whsec_0123456789abcdef';
const hex = '2a156817e10cb7768ce3d9eae7fb2aae4c5c8cc289aedddd476512a8a07f39c6';
const body = Buffer.from('{"orgId":"o1"}');
const now = new Date(1767225600_000);
const context = { keys: [secret], now, toleranceSeconds: 300 };
const genuine = { genuine: true, next: { type: 'enqueue' } };
const mismatch = { genuine: false, reason: 'signature-mismatch' };

const verdictOn = (signature: string, sent = body) =>
  awardee.verify({ headers: { 'x-awardee-signature': signature }, body: sent }, context);

describe('an Awardee request', () => {
  it.each([
    ['as Awardee writes it', `t=1767225600,v1=${hex}`, genuine],
    ['in another order, with blanks and a pair that is new', `v2=abc, v1=${hex} , t=1767225600`, genuine],
    ['among others, one of which matches', `t=1767225600,v1=${'0'.repeat(64)},v1=${hex}`, genuine],
    ['of another time', `t=1767225601,v1=${hex}`, mismatch],
    ['without a time', `v1=${hex}`, mismatch],
    ['without a version', `t=1767225600,${hex}`, mismatch],
    ['of a version nobody knows', `t=1767225600,v2=${hex}`, mismatch],
    ['cut short', `t=1767225600,v1=${hex.slice(0, 40)}`, mismatch],
    ['with something behind it', `t=1767225600,v1=${hex}zz`, mismatch],
    ['that is nonsense', ',,=,t', mismatch],
  ])('with the signature %s gets the right verdict', (_, signature, verdict) => {
    expect(verdictOn(signature)).toEqual(verdict);
  });

  it('is refused with another body', () => {
    expect(verdictOn(`t=1767225600,v1=${hex}`, Buffer.from('{"orgId":"o2"}'))).toEqual(mismatch);
  });

  it('is signed with the whole secret as a string, which is not decoded', () => {
    expect(simulate.sign(body, secret, now).headers['x-awardee-signature']).toBe(`t=1767225600,v1=${hex}`);
    const decoded = hmacSha256(Buffer.from(secret.slice(6), 'base64'), '1767225600.', body).toString('hex');
    expect(verdictOn(`t=1767225600,v1=${decoded}`)).toEqual(mismatch);
  });

  it('is refused when it is too old or from the future, and counts as late only when its signature is valid', () => {
    const verdictAt = (seconds: number, key = secret) =>
      awardee.verify(simulate.sign(body, key, new Date(now.getTime() + seconds * 1000)), context);
    expect(verdictAt(-300)).toEqual(genuine);
    expect(verdictAt(-301)).toEqual({ genuine: false, reason: 'timestamp-stale' });
    expect(verdictAt(301)).toEqual({ genuine: false, reason: 'timestamp-in-future' });
    expect(verdictAt(-301, 'whsec_other')).toEqual(mismatch);
  });

  it('is genuine with the old and the new secret during a rotation', () => {
    const both = { ...context, keys: ['whsec_next', secret] };
    for (const key of both.keys) expect(awardee.verify(simulate.sign(body, key, now), both)).toEqual(genuine);
  });

  it('is refused without its signature', () => {
    expect(awardee.verify({ headers: {}, body }, context)).toEqual({
      genuine: false,
      reason: 'headers-missing',
    });
  });

  it('throws with an empty secret, because everyone could sign with it', () => {
    const request = simulate.sign(body, '', now);
    expect(() => awardee.verify(request, { ...context, keys: [''] })).toThrow('found none among 1 keys');
    expect(awardee.verify(request, { ...context, keys: ['', secret] })).toEqual(mismatch);
  });

  it('enqueues the event type and the id, and not the time of the attempt', () => {
    expect(manifest.headersToKeep).toEqual(['x-awardee-delivery', 'x-awardee-event']);
  });
});
