import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { basicHeader } from '../../../providers/credentials.ts';
import { postal as manifest } from '../../../providers/postal/manifest.ts';
import { simulate } from '../../../providers/postal/simulate.ts';
import { postal } from '../../../providers/postal/verify.ts';
import { simulate as sendgrid } from '../../../providers/sendgrid/simulate.ts';

const now = new Date('2026-01-01T00:00:00Z');
const { signingKey, verificationKey } = simulate.makeKeys();
const body = Buffer.from('{"event":"MessageSent"}');
const { headers } = simulate.sign(body, signingKey, now);
const verdictOn = (given: Record<string, string | undefined>, keys = [verificationKey], bytes = body) =>
  postal.verify({ headers: given, body: bytes }, { keys, now, toleranceSeconds: 300 });

const publicKey = createPublicKey({
  key: Buffer.from(verificationKey, 'base64'),
  format: 'der',
  type: 'spki',
});

describe('a Postal request', () => {
  it.each([
    ['base64', verificationKey],
    ['the text of the DKIM record', `p=${verificationKey};`],
    ['PEM', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['JWK', JSON.stringify({ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'k' })],
  ])('is genuine with the public key as %s, which can be set as the key', (_, key) => {
    expect(verdictOn(headers, [key])).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(key).toMatch(manifest.key.pattern);
  });

  it('of Postal before 3.2 has only the signature with SHA-1', () => {
    const { 'x-postal-signature-256': _, ...old } = headers;
    expect(verdictOn(old)).toMatchObject({ genuine: true });
    expect(verdictOn(old, undefined, Buffer.from('{}'))).toMatchObject({ reason: 'signature-mismatch' });
  });

  it('with both signatures is judged by SHA-256 alone', () => {
    const other = simulate.sign(Buffer.from('{}'), signingKey, now).headers;
    const weaker = { ...headers, 'x-postal-signature-256': other['x-postal-signature-256'] };
    expect(verdictOn(weaker)).toEqual({ genuine: false, reason: 'signature-mismatch' });
    expect(verdictOn({ ...headers, 'x-postal-signature': 'x' })).toMatchObject({ genuine: true });
  });

  it('is refused with another key or body, with garbage, and without a signature', () => {
    const stranger = simulate.makeKeys();
    expect(verdictOn(headers, [stranger.verificationKey])).toMatchObject({ reason: 'signature-mismatch' });
    expect(verdictOn(headers, undefined, Buffer.from('{}'))).toMatchObject({ reason: 'signature-mismatch' });
    for (const garbage of ['!', 'AAAA', ' '])
      expect(verdictOn({ 'x-postal-signature-256': garbage })).toMatchObject({
        reason: 'signature-mismatch',
      });
    expect(verdictOn({})).toEqual({ genuine: false, reason: 'headers-missing' });
  });

  it('needs the password of its key too: other customers of the installation have the same key', () => {
    const keys = ['mailfold:old', 'mailfold:new'].map((password) => `${password}:${verificationKey}`);
    for (const password of ['mailfold:old', 'mailfold:new'])
      expect(verdictOn({ ...headers, authorization: basicHeader(password) }, keys)).toMatchObject({
        genuine: true,
      });
    const wrong = { genuine: false, reason: 'credentials-wrong' };
    expect(verdictOn(headers, keys)).toEqual(wrong);
    expect(verdictOn({ ...headers, authorization: basicHeader('mailfold:x') }, keys)).toEqual(wrong);
    // A password alone is never enough, and with a key without one it is not needed.
    expect(verdictOn({ authorization: basicHeader('mailfold:old') }, keys)).toMatchObject({ genuine: false });
    expect(verdictOn(headers, [...keys, verificationKey])).toMatchObject({ genuine: true });
    for (const key of keys) expect(key).toMatch(manifest.key.pattern);
  });

  it('throws without an RSA key: that is our mistake and not a forgery', () => {
    for (const key of [
      'mailfold:password',
      'MIIB',
      '{}',
      '{"kty":"RSA"}',
      sendgrid.makeKeys().verificationKey,
    ])
      expect(() => verdictOn(headers, [key])).toThrow(
        'postal: expected an RSA public key, found none among 1',
      );
  });
});
