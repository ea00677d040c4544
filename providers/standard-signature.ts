import {
  createHash,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import { hmacSha256, isSignedByOneOf } from './hmac.ts';
import { genuine, refused, type Verdict, type VerifyContext, type WebhookRequest } from './provider.ts';
import { readOnce } from './read-once.ts';
import { refusalOfTime } from './signed-time.ts';
import type { ProviderKeys } from './simulator.ts';

/**
 * The id that the signature covers. A request may have both headers, but only the first is verified and used. Otherwise
 * an id that was not signed could make a repeat look like a new event.
 */
export function standardIdOf(headers: WebhookRequest['headers']): string | undefined {
  return headers['webhook-id'] || headers['svix-id'] || undefined;
}

/** The signature of Standard Webhooks. Svix uses the same signature with other header names. */
export function verifyStandard(provider: string, request: WebhookRequest, context: VerifyContext): Verdict {
  const { headers, body } = request;
  const prefix = headers['webhook-id'] ? 'webhook' : 'svix';
  const id = standardIdOf(headers);
  const timestamp = headers[`${prefix}-timestamp`];
  const signatures = headers[`${prefix}-signature`];
  if (!id || !timestamp || !signatures) return refused('headers-missing');
  const isSigned = isSignedBy(readKeys(provider, context.keys), signatures, `${id}.${timestamp}.`, body);
  // With a dot in the id or the time, one signed string could be split into id, time and body in several ways.
  if (!isSigned || id.includes('.') || timestamp.includes('.')) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  return reason ? refused(reason) : genuine;
}

type Keys = { readonly secrets: KeyObject[]; readonly publicKeys: KeyObject[] };

/** There can be several signatures during a rotation. One match is enough, and unknown versions are ignored. */
function isSignedBy({ secrets, publicKeys }: Keys, signatures: string, start: string, body: Buffer): boolean {
  const hmacs: Buffer[] = [];
  const signs: Buffer[] = [];
  for (const one of signatures.split(' ')) {
    if (one.startsWith('v1,')) hmacs.push(Buffer.from(one.slice(3), 'base64'));
    else if (one.startsWith('v1a,')) signs.push(Buffer.from(one.slice(4), 'base64'));
  }
  // Each kind of key is used for its own version only: with a public key as HMAC secret, anyone could sign.
  if (isSignedByOneOf(secrets, hmacs, start, body)) return true;
  if (signs.length === 0 || publicKeys.length === 0) return false;
  const signed = Buffer.concat([Buffer.from(start), body]);
  return publicKeys.some((key) =>
    signs.some((sign) => sign.length === 64 && verify(null, signed, key, sign)),
  );
}

function readKeys(provider: string, keys: readonly string[]): Keys {
  const found: Keys = { secrets: [], publicKeys: [] };
  for (const written of keys) {
    const key = readKey(written);
    if (key) (key.type === 'secret' ? found.secrets : found.publicKeys).push(key);
  }
  // A wrong key in the secret must not be answered like a forged request.
  if (found.secrets.length + found.publicKeys.length === 0)
    throw new Error(
      `${provider}: expected base64, alone or behind whsec_ or whpk_, found none among ${keys.length} keys`,
    );
  return found;
}

const readKey = readOnce((written): KeyObject | undefined => {
  const key = written.trim();
  return readSecret(key) ?? readPublicKey(key);
});

/** `whsec_` and base64, or only base64. */
function readSecret(key: string): KeyObject | undefined {
  const bytes = bytesFromBase64(key.replace(/^whsec_/, ''));
  return bytes && createSecretKey(bytes);
}

function readPublicKey(key: string): KeyObject | undefined {
  const bytes = key.startsWith('whpk_') ? bytesFromBase64(key.slice('whpk_'.length)) : undefined;
  if (bytes?.length !== 32) return undefined;
  try {
    return createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
      format: 'jwk',
    });
  } catch {
    return undefined;
  }
}

/** Undefined for invalid base64: Node would skip invalid characters and return a different key. */
function bytesFromBase64(base64: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

/** The headers of a genuine request, with either set of names. The id comes from the body, so a retry has the same. */
export function standardHeaders(
  set: 'webhook' | 'svix',
  body: Buffer,
  key: string,
  now: Date,
): Record<string, string> {
  const id = `msg_${createHash('sha256').update(body).digest('base64url').slice(0, 27)}`;
  return {
    'content-type': 'application/json',
    ...signedHeaders(set, { id, body, keys: [key], now }),
  };
}

type Signing = {
  readonly id: string;
  readonly body: Buffer;
  /** During a rotation several, and each of them signs. */
  readonly keys: readonly string[];
  readonly now: Date;
};

export function signedHeaders(
  set: 'webhook' | 'svix',
  { id, body, keys, now }: Signing,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = keys.map((key) => {
    const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    return `v1,${hmacSha256(secret, `${id}.${timestamp}.`, body).toString('base64')}`;
  });
  return {
    [`${set}-id`]: id,
    [`${set}-timestamp`]: timestamp,
    [`${set}-signature`]: signatures.join(' '),
  };
}

export function makeStandardKeys(): ProviderKeys {
  const key = `whsec_${randomBytes(24).toString('base64')}`;
  return { signingKey: key, verificationKey: key };
}
