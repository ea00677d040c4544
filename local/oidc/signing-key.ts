import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';

/** Signs the tokens of a local OpenID provider, with a key that ends with it. */
export type SigningKey = {
  /** As in the provider's list of keys. */
  readonly jwk: Readonly<Record<string, unknown>>;
  sign(claims: Readonly<Record<string, unknown>>): string;
};

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = randomUUID();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sign(claims) {
      const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
    },
  };
}
