import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../providers/unisender-go/simulate.ts';
import { unisenderGo } from '../../../providers/unisender-go/verify.ts';
import { payloadFile } from '../../support/reading.ts';

const verdictOn = (body: string | Buffer, keys = ['ug_test_key']) =>
  unisenderGo.verify(
    { headers: {}, body: Buffer.from(body) },
    { keys, now: new Date(), toleranceSeconds: 300 },
  );
const signed = payloadFile('unisender-go', 'signed.txt').toString().trim();
const mismatch = { genuine: false, reason: 'signature-mismatch' };

/** A body whose `auth` is right for the key: `*` stands for it. */
function withAuth(template: string, key: string): string {
  return template.replace('*', () =>
    createHash('md5')
      .update(template.replace('*', () => key))
      .digest('hex'),
  );
}

describe('a Unisender Go request', () => {
  it('is genuine if its MD5 with the API key in the place of "auth" is "auth"', () => {
    expect(verdictOn(signed)).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(verdictOn(signed, ['another key', 'ug_test_key'])).toMatchObject({ genuine: true });
  });

  it.each([
    ['another address', signed.replace('gone@', 'ana@')],
    ['a blank more', signed.replace('{"auth"', '{ "auth"')],
    ['another key', signed.replace('f02c', 'f02d')],
  ])('is refused with %s', (_, body) => {
    expect(verdictOn(body)).toEqual(mismatch);
  });

  it('is signed as it came, with escapes and in any order of keys', () => {
    for (const template of [
      '{"a":"https:\\/\\/x","auth":"*"}',
      '{"auth" : "*","b":[1, 2]}',
      '{"auth":"*"}\n',
    ])
      expect(verdictOn(withAuth(template, 'ug_test_key'))).toMatchObject({ genuine: true });
  });

  it('can be signed with a key in which $& is not a pattern', () => {
    expect(verdictOn(withAuth('{"auth":"*"}', 'key-with-$&-in-it'), ['key-with-$&-in-it'])).toMatchObject({
      genuine: true,
    });
  });

  it('is refused with bytes at the end, which MD5 would let anybody add', () => {
    // The attacker knows the digest of what was signed and its length, and can go on from there.
    for (const end of ['\u0080', 'x', '{}', '\0'])
      expect(verdictOn(withAuth(`{"auth":"*"}${end}`, 'ug_test_key'))).toEqual({
        genuine: false,
        reason: 'not-signed',
      });
  });

  it.each(['', '[]', '{}', '{"auth":1}', '{"auth":"short"}', `{"auth":"${'F'.repeat(32)}"}`, 'auth', 'null'])(
    'is refused without a signature: %s',
    (body) => {
      expect(verdictOn(body)).toEqual({ genuine: false, reason: 'not-signed' });
    },
  );

  it('throws without a key: that is our mistake and not a forgery', () => {
    for (const key of ['', ' ']) expect(() => verdictOn(signed, [key])).toThrow('found none among 1');
  });

  it('is simulated in both formats', () => {
    const event = (messageId: string) => ({ kind: 'open', to: ['a@example.com'], messageId, at: new Date() });
    const isCompressed = (count: number) => {
      const [payload = Buffer.of()] = simulate.payloadsOf(
        Array.from({ length: count }, (_, index) => event(`m${index}`)),
      );
      return simulate.sign(payload, 'k', new Date()).body[0] === 0x1f;
    };
    expect([isCompressed(1), isCompressed(20)]).toEqual([false, true]);
  });
});
