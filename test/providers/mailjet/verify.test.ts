import { describe, expect, it } from 'vitest';
import { basicHeader } from '../../../providers/credentials.ts';
import { mailjet } from '../../../providers/mailjet/verify.ts';

const password = 'mailfold:correct horse';
const verdictOn = (authorization: string | undefined, keys = [password]) =>
  mailjet.verify(
    { headers: { authorization }, body: Buffer.from('[]') },
    { keys, now: new Date(), toleranceSeconds: 300 },
  );

describe('a Mailjet request', () => {
  it('is genuine with the user and password of its URL, whatever the letter case of the scheme', () => {
    for (const authorization of [basicHeader(password), basicHeader(password).replace('Basic', 'BASIC')])
      expect(verdictOn(authorization)).toMatchObject({ genuine: true });
    expect(verdictOn(basicHeader('jo:é:x'), ['jo:é:x'])).toMatchObject({ genuine: true });
  });

  it.each([
    basicHeader('mailfold:correct'),
    basicHeader('mailfold:'),
    basicHeader(':correct horse'),
    basicHeader('other:correct horse'),
    // Mailjet has no tokens.
    `Bearer ${password}`,
    'Basic',
    password,
  ])('is refused with other credentials: %s', (authorization) => {
    expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'credentials-wrong' });
  });

  it('is refused without credentials', () => {
    expect(verdictOn(undefined)).toEqual({ genuine: false, reason: 'headers-missing' });
  });

  it('throws without a usable key, such as a token: that is our mistake and not a forgery', () => {
    for (const key of ['', ':x', 'user:', 'f3b1a9c07d5e4f2a8b6c'])
      expect(() => verdictOn(basicHeader(password), [key])).toThrow(
        'mailjet: expected user:password, found none among 1 keys',
      );
  });
});
