import { describe, expect, it } from 'vitest';
import { basicHeader } from '../../../providers/credentials.ts';
import { sparkpost } from '../../../providers/sparkpost/verify.ts';

const password = 'mailfold:correct horse';
const token = 'f3b1a9c07d5e4f2a8b6c';
const verdictOn = (authorization: string | undefined, keys = [password, token]) =>
  sparkpost.verify(
    { headers: { authorization }, body: Buffer.from('[]') },
    { keys, now: new Date(), toleranceSeconds: 300 },
  );

describe('a SparkPost request', () => {
  it('is genuine with the user and password, or with the OAuth token', () => {
    for (const authorization of [basicHeader(password), `Bearer ${token}`, `bearer  ${token} `])
      expect(verdictOn(authorization)).toMatchObject({ genuine: true });
  });

  it.each([
    basicHeader('mailfold:wrong'),
    basicHeader(''),
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    'Bearer',
    `Token ${token}`,
    token,
    password,
  ])('is refused with other credentials: %s', (authorization) => {
    expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'credentials-wrong' });
  });

  it('is refused without credentials', () => {
    for (const authorization of [undefined, ''])
      expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'headers-missing' });
  });

  it('throws without a usable key: that is our mistake and not a forgery', () => {
    for (const key of ['', 'short', ':x', 'user:'])
      expect(() => verdictOn(basicHeader(password), [key])).toThrow(
        'sparkpost: expected user:password or a token of at least 16 characters, found none among 1 keys',
      );
  });
});
