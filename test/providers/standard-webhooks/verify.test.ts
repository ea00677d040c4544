import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/standard-webhooks/simulate.ts';
import { standardWebhooks } from '../../../providers/standard-webhooks/verify.ts';

/** From the tests of the standard-webhooks and svix-webhooks libraries; v1a is also the specification's example. */
const published = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: Buffer.from('{"test": 2432232314}'),
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  v1: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  publicKey: 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  v1a: 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
};
const decoy = 'Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';
const then = new Date(Number(published.timestamp) * 1000);

function verdictOn(
  signatures: string,
  keys: readonly string[],
  { prefix = 'webhook', id = published.id, timestamp = published.timestamp, body = published.body } = {},
) {
  const headers = {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: signatures,
  };
  return standardWebhooks.verify({ headers, body }, { keys, now: then, toleranceSeconds: 300 });
}

const genuine = { genuine: true, next: { type: 'enqueue' } };
const mismatch = { genuine: false, reason: 'signature-mismatch' };

describe('a request that follows Standard Webhooks', () => {
  it.each(['webhook', 'svix'])('is genuine as published, with headers called %s-*', (prefix) => {
    expect(verdictOn(published.v1, [published.secret], { prefix })).toEqual(genuine);
    expect(verdictOn(published.v1a, [published.publicKey], { prefix })).toEqual(genuine);
  });

  it('is genuine with a secret without the prefix, or with a line break at its end', () => {
    expect(verdictOn(published.v1, [published.secret.replace('whsec_', '')])).toEqual(genuine);
    expect(verdictOn(published.v1, [`${published.secret}\n`])).toEqual(genuine);
  });

  it.each([
    ['one of another key', `v1,${decoy}`, mismatch],
    ['one of a version nobody knows', `v2,${published.v1.slice(3)}`, mismatch],
    ['no version', published.v1.slice(3), mismatch],
    ['the right one behind decoys', `v1,${decoy} v2,${decoy} ${published.v1}`, genuine],
    ['the right one before decoys', `${published.v1} v1,${decoy} nonsense ,, v1a,${decoy}`, genuine],
    ['the right one of v1a behind one of v1', `v1,${decoy} ${published.v1a}`, genuine],
    ['the right one cut short', published.v1.slice(0, -5), mismatch],
    ['a v1a of the wrong length', 'v1a,AAAA', mismatch],
    ['nothing but a version', 'v1, v1a,', mismatch],
  ])('that is signed with %s gets the verdict of the matching signature', (_, signatures, verdict) => {
    expect(verdictOn(signatures, [published.secret, published.publicKey])).toEqual(verdict);
  });

  it('is never verified with a key of the other kind', () => {
    // With the public key as HMAC secret, anyone could sign.
    const everyoneKnows = published.publicKey.replace('whpk_', 'whsec_');
    const forged = simulate.sign(published.body, everyoneKnows, then);
    const context = { keys: [published.publicKey], now: then, toleranceSeconds: 300 };
    expect(standardWebhooks.verify(forged, context)).toEqual(mismatch);
    expect(verdictOn(published.v1a, [published.secret])).toEqual(mismatch);
  });

  it('is refused when a byte of the body, the id or the time has changed', () => {
    for (const [signatures, key] of [
      [published.v1, published.secret],
      [published.v1a, published.publicKey],
    ] as const) {
      expect(verdictOn(signatures, [key], { body: Buffer.from('{"test": 2432232315}') })).toEqual(mismatch);
      expect(verdictOn(signatures, [key], { id: 'msg_other' })).toEqual(mismatch);
      expect(verdictOn(signatures, [key], { timestamp: '1614265331' })).toEqual(mismatch);
    }
  });

  it('is refused when the same signed string is split elsewhere', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
    const signature = sign(null, Buffer.from('a.1614265330.1614265331.{}'), privateKey);
    const v1a = `v1a,${signature.toString('base64')}`;
    const options = { id: 'a.1614265330', timestamp: '1614265331', body: Buffer.from('{}') };
    expect(verdictOn(v1a, [`whpk_${raw}`], options)).toEqual(mismatch);
    const asSigned = { id: 'a', timestamp: '1614265330', body: Buffer.from('1614265331.{}') };
    expect(verdictOn(v1a, [`whpk_${raw}`], asSigned)).toEqual(genuine);
  });

  it('with both sets of headers is verified with one of them, including the id', () => {
    const { headers, body } = simulate.sign(Buffer.from('{}'), published.secret, then);
    const context = { keys: [published.secret], now: then, toleranceSeconds: 300 };
    expect(
      standardWebhooks.verify({ headers: { ...headers, 'svix-id': 'msg_other' }, body }, context),
    ).toEqual(genuine);
    const moved = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
    );
    const unsignedId = { ...moved, 'webhook-id': 'msg_other' };
    expect(standardWebhooks.verify({ headers: unsignedId, body }, context)).toEqual({
      genuine: false,
      reason: 'headers-missing',
    });
  });

  it('is refused when it is too old or from the future, and counts as late only when its signature is valid', () => {
    const verdictAfter = (seconds: number, key = published.secret) => {
      const request = simulate.sign(Buffer.from('{}'), key, then);
      const now = new Date(then.getTime() + seconds * 1000);
      return standardWebhooks.verify(request, { keys: [published.secret], now, toleranceSeconds: 300 });
    };
    expect(verdictAfter(300)).toEqual(genuine);
    expect(verdictAfter(301)).toEqual({ genuine: false, reason: 'timestamp-stale' });
    expect(verdictAfter(-301)).toEqual({ genuine: false, reason: 'timestamp-in-future' });
    expect(verdictAfter(301, simulate.makeKeys().signingKey)).toEqual(mismatch);
  });

  it.each(['id', 'timestamp', 'signature'])('is refused without its %s', (name) => {
    const { headers, body } = simulate.sign(Buffer.from('{}'), published.secret, then);
    const without = { ...headers, [`webhook-${name}`]: undefined };
    expect(
      standardWebhooks.verify(
        { headers: without, body },
        { keys: [published.secret], now: then, toleranceSeconds: 300 },
      ),
    ).toEqual({ genuine: false, reason: 'headers-missing' });
  });

  it('throws when none of our keys can be read: that is our mistake and not a forgery', () => {
    const unusable = [
      '',
      'whsec_',
      'not a key',
      'whpk_AAAA',
      `whsk_${published.publicKey.slice(5)}`,
      're_123',
    ];
    for (const key of unusable)
      expect(() => verdictOn(published.v1, [key]), key).toThrow('standard-webhooks: expected base64');
    expect(verdictOn(published.v1, [...unusable, published.secret])).toEqual(genuine);
  });
});
