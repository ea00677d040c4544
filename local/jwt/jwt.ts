import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

export type Claims = Readonly<Record<string, unknown>>;

/** A token that was taken apart, and not yet checked. */
export type ParsedJwt = {
  readonly algorithm: string;
  readonly keyId: string;
  readonly claims: Claims;
  readonly signed: Buffer;
  readonly signature: Buffer;
};

/** Undefined when the text is not a token. */
export function parseJwt(text: string): ParsedJwt | undefined {
  const [header = '', payload = '', signature, ...more] = text.split('.');
  if (signature === undefined || more.length > 0) return undefined;
  const { alg, kid } = decodeObject(header) ?? {};
  const claims = decodeObject(payload);
  if (typeof alg !== 'string' || typeof kid !== 'string' || !claims) return undefined;
  return {
    algorithm: alg,
    keyId: kid,
    claims,
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

function decodeObject(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export type Jwk = JsonWebKey & { readonly kid?: string };

/** Keys for RSA alone: API Gateway knows no other. */
export function rsaKey(jwk: Jwk): KeyObject | undefined {
  return jwk.kty === 'RSA' ? createPublicKey({ key: jwk, format: 'jwk' }) : undefined;
}

/** Only RS256, whatever the token says: a token must not choose how it is checked. */
export function isSignedBy({ algorithm, signed, signature }: ParsedJwt, key: KeyObject): boolean {
  return algorithm === 'RS256' && verify('RSA-SHA256', signed, key, signature);
}
