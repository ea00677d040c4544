import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../client/sign.ts';
import { uriEncoded } from '../../client/uri-encoded.ts';

/** Node's hash with the interface that AWS's signer expects. */
class Sha256 {
  private readonly hash;

  constructor(secret?: unknown) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array);
  }

  update(chunk: string | Uint8Array): void {
    this.hash.update(chunk);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const word = fc.stringMatching(/^[\w./+=-]{1,40}$/);
const part = fc.oneof(text, fc.constantFrom("o'hara+news@exämple.com", 'a/b', '100%', '*', '(x)!'));

const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'PUT', 'POST'),
  // URLs take . and .. for steps, and no two names may be equal.
  path: fc.array(
    part.filter((each) => !/^\.*$/.test(each)),
    { minLength: 1, maxLength: 4 },
  ),
  // AWS's signer takes the names for those of an object, which loses this one.
  query: fc.dictionary(
    word.filter((name) => name !== '__proto__'),
    part,
    { maxKeys: 4, noNullPrototype: true },
  ),
  body: text,
  key: fc.option(word, { nil: undefined }),
});
const anySigning = fc.record({
  credentials: fc.record(
    { accessKeyId: word, secretAccessKey: text, sessionToken: word },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  region: fc.constantFrom('eu-west-1', 'us-gov-east-1', 'cn-north-1'),
  now: fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
});

describe('the signature of a request', () => {
  it("is the one that AWS's own signer makes", async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, anySigning, async ({ method, path, query, body, key }, signing) => {
        const search = Object.entries(query).map(
          ([name, value]) => `${uriEncoded(name)}=${uriEncoded(value)}`,
        );
        const url = new URL(
          `https://abc.execute-api.eu-west-1.amazonaws.com/${path.map(uriEncoded).join('/')}${search.length > 0 ? '?' : ''}${search.join('&')}`,
        );
        const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
        const { credentials, region, now } = signing;
        const aws = new SignatureV4({ service: 'execute-api', region, credentials, sha256: Sha256 });
        const expected = await aws.sign(
          {
            method,
            protocol: 'https:',
            hostname: url.hostname,
            path: url.pathname,
            query,
            headers: { host: url.host, ...headers },
            body,
          },
          { signingDate: now },
        );
        const { host: _, ...sent } = expected.headers;
        expect(await signedHeaders({ method, url, headers, body }, signing)).toEqual(sent);
      }),
    );
  });

  it('covers the port of the local stack', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const signing = { credentials, region: 'us-east-1', now: new Date(0) };
    const signatureAt = async (url: string) =>
      (await signedHeaders({ method: 'GET', url: new URL(url), headers: {}, body: '' }, signing))[
        'authorization'
      ];
    expect(await signatureAt('http://127.0.0.1:4710/')).not.toBe(await signatureAt('http://127.0.0.1:4711/'));
  });
});
