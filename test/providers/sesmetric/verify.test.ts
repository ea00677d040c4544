import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/sesmetric/simulate.ts';
import { sesmetric } from '../../../providers/sesmetric/verify.ts';

/** Computed with other tools, because there is no published example. */
const vector = {
  secret: 'sm_test_secret',
  timestamp: '1767225600',
  body: Buffer.from('{"id":"evt_1","type":"bounce"}'),
  signature: '55e6cec154b8ea30a9e79676c83d1531ae7bba79688251143f509ff5cda7482d',
};
const now = new Date(1767225600_000);
const context = { keys: [vector.secret], now, toleranceSeconds: 300 };
const mismatch = { genuine: false, reason: 'signature-mismatch' };

function verdictOn({ signature = vector.signature, timestamp = vector.timestamp, body = vector.body }) {
  const headers = { 'x-sesmetric-timestamp': timestamp, 'x-sesmetric-signature': signature };
  return sesmetric.verify({ headers, body }, context);
}

describe('a SESMetric request', () => {
  it('is genuine when its signature covers the time and the body', () => {
    expect(verdictOn({})).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(simulate.sign(vector.body, vector.secret, now).headers['x-sesmetric-signature']).toBe(
      vector.signature,
    );
  });

  it.each([
    ['another body', { body: Buffer.from('{"id":"evt_2","type":"bounce"}') }],
    ['another time', { timestamp: '1767225601' }],
    ['a signature with something behind it', { signature: `${vector.signature}zz` }],
    ['half a signature', { signature: vector.signature.slice(0, 32) }],
    ['no hex', { signature: '!!' }],
  ])('is refused with %s', (_, change) => {
    expect(verdictOn(change)).toEqual(mismatch);
  });

  it('is refused when it is too old or from the future, and counts as late only when its signature is valid', () => {
    const verdictAt = (seconds: number, key = vector.secret) =>
      sesmetric.verify(simulate.sign(vector.body, key, new Date(now.getTime() + seconds * 1000)), context);
    expect(verdictAt(-300)).toMatchObject({ genuine: true });
    expect(verdictAt(-301)).toEqual({ genuine: false, reason: 'timestamp-stale' });
    expect(verdictAt(301)).toEqual({ genuine: false, reason: 'timestamp-in-future' });
    expect(verdictAt(-301, 'another')).toEqual(mismatch);
  });

  it('is genuine with the old and the new secret during a rotation', () => {
    const both = { ...context, keys: ['sm_next', vector.secret] };
    for (const key of both.keys)
      expect(sesmetric.verify(simulate.sign(vector.body, key, now), both)).toMatchObject({ genuine: true });
  });

  it('is refused without its headers, and also when it is signed as on the public page', () => {
    const publicPage = 'sha256=ccb6ef08f24757b1746c2109e9c0e39f8fa18e366a79ed6e24d1a023dc444df3';
    const body = Buffer.from('{"event_type":"bounce"}');
    for (const headers of [{}, { 'x-sm-signature': publicPage }, { 'x-sesmetric-timestamp': '1767225600' }])
      expect(sesmetric.verify({ headers, body }, context)).toEqual({
        genuine: false,
        reason: 'headers-missing',
      });
  });

  it('throws with an empty secret, because everyone could sign with it', () => {
    const request = simulate.sign(vector.body, '', now);
    expect(() => sesmetric.verify(request, { ...context, keys: [''] })).toThrow('found none among 1 keys');
    expect(sesmetric.verify(request, { ...context, keys: ['', vector.secret] })).toEqual(mismatch);
  });
});
