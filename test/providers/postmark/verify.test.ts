import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/postmark/simulate.ts';
import { postmark } from '../../../providers/postmark/verify.ts';

const now = new Date('2026-01-01T12:00:00Z');
const credentials = 'mailfold:correct horse';
const context = { keys: [credentials], now, toleranceSeconds: 300 };
const body = Buffer.from('{}');

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const verdictOn = (authorization: string | undefined, keys = context.keys) =>
  postmark.verify({ headers: { authorization }, body }, { ...context, keys });

describe('a Postmark request', () => {
  it('is genuine with the right user and password', () => {
    const taken = { genuine: true, next: { type: 'enqueue' } };
    expect(postmark.verify(simulate.sign(body, credentials, now), context)).toEqual(taken);
    expect(verdictOn(`basic   ${Buffer.from(credentials).toString('base64')}`)).toEqual(taken);
  });

  it('is genuine with a password that has colons, or letters beyond ASCII', () => {
    for (const key of ['mailfold:a:b::c', 'mailfold:pässwörd'])
      expect(verdictOn(basic(key), [key])).toMatchObject({ genuine: true });
  });

  it('is genuine with the old and the new password during a rotation', () => {
    const both = ['mailfold:old', 'mailfold:new'];
    for (const key of both) expect(verdictOn(basic(key), both)).toMatchObject({ genuine: true });
    expect(verdictOn(basic('mailfold:older'), both)).toMatchObject({ genuine: false });
  });

  it.each([undefined, ''])('is refused without credentials: %o', (authorization) => {
    expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'headers-missing' });
    expect(postmark.verify({ headers: {}, body }, context)).toMatchObject({ reason: 'headers-missing' });
  });

  it.each([
    basic('mailfold:wrong'),
    basic('somebody:correct horse'),
    basic('mailfold:correct hors'),
    basic('mailfold:correct horse '),
    basic('Mailfold:correct horse'),
    basic('mailfold'),
    basic(':'),
    basic(''),
    'Basic',
    'Basic !!! ???',
    `Bearer ${Buffer.from(credentials).toString('base64')}`,
    `Basic ${credentials}`,
    credentials,
  ])('is refused with other credentials, with the same reason for each: %s', (authorization) => {
    expect(verdictOn(authorization)).toEqual({ genuine: false, reason: 'credentials-wrong' });
  });

  it('throws without a usable pair: that is our mistake and not a forgery', () => {
    for (const key of ['', ':', 'mailfold', 'mailfold:', ':password'])
      expect(() => verdictOn(basic(key), [key])).toThrow('found none among 1');
    expect(verdictOn(basic(credentials), ['mailfold', credentials])).toMatchObject({ genuine: true });
    // An empty pair is never accepted, even next to a valid one.
    expect(verdictOn(basic(':'), [':', credentials])).toMatchObject({ genuine: false });
  });
});
