import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { Md5, Sha256 } from '../../../lambdas/replacements/checksums.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = async (checksum: Md5 | Sha256) => Buffer.from(await checksum.digest()).toString('hex');

// FIPS 180-2 (B.1), RFC 1321 (A.5), RFC 4231 (4.3).
const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const md5OfAbc = '900150983cd24fb0d6963f7d28e17f72';
const hmacOfQuestion = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

describe('the checksums that the SDK signs and compares with', () => {
  it.each([
    ['SHA-256', () => new Sha256(), sha256OfAbc],
    ['MD5', () => new Md5(), md5OfAbc],
  ])('know %s, of data in pieces, and may go on afterwards or start anew', async (_, start, expected) => {
    const checksum = start();
    checksum.update(bytes('ab'));
    checksum.update(bytes('c'));
    expect(await hex(checksum)).toBe(expected);
    expect(await hex(checksum)).toBe(expected);
    checksum.update(bytes('d'));
    expect(await hex(checksum)).not.toBe(expected);
    checksum.reset();
    checksum.update(bytes('abc'));
    expect(await hex(checksum)).toBe(expected);
  });

  it.each([
    ['text', 'Jefe'],
    ['bytes', bytes('Jefe')],
    ['a part of other bytes', bytes('a Jefe').subarray(2)],
    ['a buffer', bytes('Jefe').buffer],
  ])('know SHA-256 with a key that is %s', async (_, key) => {
    const checksum = new Sha256(key);
    checksum.update(bytes('what do ya want for nothing?'));
    expect(await hex(checksum)).toBe(hmacOfQuestion);
  });

  it("give the signature that AWS's own test suite expects", async () => {
    // "get-vanilla" of the Signature Version 4 test suite.
    const signer = new SignatureV4({
      service: 'service',
      region: 'us-east-1',
      credentials: {
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
      sha256: Sha256,
      applyChecksum: false,
    });
    const request = { method: 'GET', protocol: 'https:', hostname: 'example.amazonaws.com', path: '/' };
    const { headers } = await signer.sign(
      { ...request, headers: { host: request.hostname } },
      { signingDate: new Date('2015-08-30T12:36:00Z') },
    );
    expect(headers['authorization']).toContain(
      'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    );
  });

  it('are plain bytes', async () => {
    for (const checksum of [new Sha256(), new Sha256('key'), new Md5()])
      expect(Object.getPrototypeOf(await checksum.digest())).toBe(Uint8Array.prototype);
  });
});
