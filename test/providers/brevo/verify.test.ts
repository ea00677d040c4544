import { describe, expect, it } from 'vitest';
import { brevo } from '../../../providers/brevo/verify.ts';
import { basicHeader } from '../../../providers/credentials.ts';

const password = 'mailfold:correct horse';
const token = 'f3b1a9c07d5e4f2a8b6c';
const verdictOn = (authorization: string | undefined, keys = [password, token]) =>
  brevo.verify(
    { headers: { authorization }, body: Buffer.from('{}') },
    { keys, now: new Date(), toleranceSeconds: 300 },
  );

describe('a Brevo request', () => {
  it('is genuine with the user and password of its URL, or with the token of the webhook', () => {
    for (const authorization of [basicHeader(password), `Bearer ${token}`])
      expect(verdictOn(authorization)).toMatchObject({ genuine: true });
  });

  it.each([basicHeader('mailfold:wrong'), `Bearer ${token}x`, `Bearer ${token.toUpperCase()}`, token])(
    'is refused with other credentials: %s',
    (authorization) => {
      expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'credentials-wrong' });
    },
  );

  it('is refused with a key that only another stack has', () => {
    expect(verdictOn(`Bearer ${token}`, [password])).toEqual({ genuine: false, reason: 'credentials-wrong' });
  });

  it('throws without a usable key: that is our mistake and not a forgery', () => {
    expect(() => verdictOn(`Bearer ${token}`, ['short'])).toThrow(
      'brevo: expected user:password or a token of at least 16 characters, found none among 1 keys',
    );
  });
});
