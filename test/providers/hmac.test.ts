import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hmacFromHex, hmacSha256, isSameString, isSignedByOneOf } from '../../providers/hmac.ts';

const secret = 'a secret';
const key = createSecretKey(secret, 'utf8');
const expected = hmacSha256(secret, 'start', 'rest');
const isSigned = (...hmacs: Buffer[]) => isSignedByOneOf([key], hmacs, 'start', 'rest');

describe('an HMAC', () => {
  it('matches as a whole, alone or among others', () => {
    expect(isSigned(expected)).toBe(true);
    expect(isSigned(Buffer.alloc(32), expected)).toBe(true);
  });

  it('does not match when any one of its bytes is different', () => {
    for (const place of expected.keys()) {
      const changed = Buffer.from(expected);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, isSigned(changed)]).toEqual([place, false]);
    }
  });

  it('does not match when it is shorter or longer', () => {
    for (const length of [0, 1, 16, 31]) expect(isSigned(expected.subarray(0, length))).toBe(false);
    expect(isSigned(Buffer.concat([expected, Buffer.of(0)]))).toBe(false);
    expect(isSigned(hmacFromHex(''), hmacFromHex('zz'.repeat(32)))).toBe(false);
  });
});

describe('a password', () => {
  it('matches as a whole only', () => {
    expect(isSameString('user:correct horse', 'user:correct horse')).toBe(true);
    for (const other of ['', 'user:correct hors', 'user:correct horse ', 'user:correct horsf'])
      expect(isSameString(other, 'user:correct horse')).toBe(false);
  });
});
