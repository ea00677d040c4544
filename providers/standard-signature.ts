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
 * The id that the signature covers. Of a request with both names only the first is checked and read, or an id that
 * nobody signed could make a repeat look like a new event.
 */
export function standardIdOf(headers: WebhookRequest['headers']): string | undefined {
  return headers['webhook-id'] || headers['svix-id'] || undefined;
}

/** The signature of the Standard Webhooks, which is Svix's too, but for the names of the headers. */
export function verifyStandard(provider: string, request: WebhookRequest, context: VerifyContext): Verdict {
  const { headers, body } = request;
  const prefix = headers['webhook-id'] ? 'webhook' : 'svix';
  const id = standardIdOf(headers);
  const timestamp = headers[`${prefix}-timestamp`];
  const signatures = headers[`${prefix}-signature`];
  if (!id || !timestamp || !signatures) return refused('headers-missing');
  const isSigned = isSignedBy(readKeys(provider, context.keys), signatures, `${id}.${timestamp}.`, body);
  // With a dot in it one signed text could be cut into id, time and body in more than one way.
  if (!isSigned || id.includes('.') || timestamp.includes('.')) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  return reason ? refused(reason) : genuine;
}

type Keys = { readonly secrets: KeyObject[]; readonly publicKeys: KeyObject[] };

/** Several while the sender replaces a key: one that matches is enough. A version that we do not know says nothing. */
function isSignedBy({ secrets, publicKeys }: Keys, signatures: string, start: string, body: Buffer): boolean {
  const macs: Buffer[] = [];
  const signs: Buffer[] = [];
  for (const one of signatures.split(' ')) {
    if (one.startsWith('v1,')) macs.push(Buffer.from(one.slice(3), 'base64'));
    else if (one.startsWith('v1a,')) signs.push(Buffer.from(one.slice(4), 'base64'));
  }
  // A key of each kind serves its own version only: as an HMAC's secret, a public key would let everyone sign.
  if (isSignedByOneOf(secrets, macs, start, body)) return true;
  if (signs.length === 0 || publicKeys.length === 0) return false;
  const signed = Buffer.concat([Buffer.from(start), body]);
  return publicKeys.some((key) =>
    signs.some((sign) => sign.length === 64 && verify(null, signed, key, sign)),
  );
}

function readKeys(provider: string, keys: readonly string[]): Keys {
  const found: Keys = { secrets: [], publicKeys: [] };
  for (const text of keys) {
    const key = keyIn(text);
    if (key) (key.type === 'secret' ? found.secrets : found.publicKeys).push(key);
  }
  // A key we cannot read is our own mistake, and must not be answered like a forgery.
  if (found.secrets.length + found.publicKeys.length === 0)
    throw new Error(`${provider}: expected keys of base64, whsec_ or whpk_, found none among ${keys.length}`);
  return found;
}

const keyIn = readOnce((text): KeyObject | undefined => {
  const key = text.trim();
  return secretIn(key) ?? publicKeyIn(key);
});

/** `whsec_` and base64, or the base64 alone. */
function secretIn(key: string): KeyObject | undefined {
  const bytes = bytesIn(key.replace(/^whsec_/, ''));
  return bytes && createSecretKey(bytes);
}

function publicKeyIn(key: string): KeyObject | undefined {
  const bytes = key.startsWith('whpk_') ? bytesIn(key.slice('whpk_'.length)) : undefined;
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

/** Undefined for any other text: Node would skip what is no base64, and leave a key that nobody meant. */
function bytesIn(base64: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

/** The headers of a genuine request, under either set of names. The id is the body's own, so a retry has it too. */
export function standardHeaders(
  set: 'webhook' | 'svix',
  body: Buffer,
  key: string,
  now: Date,
): Record<string, string> {
  const id = `msg_${createHash('sha256').update(body).digest('base64url').slice(0, 27)}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  return {
    'content-type': 'application/json',
    [`${set}-id`]: id,
    [`${set}-timestamp`]: timestamp,
    [`${set}-signature`]: `v1,${hmacSha256(secret, `${id}.${timestamp}.`, body).toString('base64')}`,
  };
}

export function makeStandardKeys(): ProviderKeys {
  const key = `whsec_${randomBytes(24).toString('base64')}`;
  return { signingKey: key, verificationKey: key };
}
