import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { basicHeader } from '../credentials.ts';
import { isSameString } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { readOnce } from '../read-once.ts';

export const postal: Verifier = {
  verify({ headers, body }, context) {
    // Postal before 3.2 sends only the second one, with SHA-1. If there are both, only the first counts.
    const strong = headers['x-postal-signature-256'];
    const signature = strong || headers['x-postal-signature'];
    if (!signature) return refused('headers-missing');
    const signedBy = readableKeys(context.keys).filter(({ key }) =>
      createVerify(strong ? 'sha256' : 'sha1')
        .update(body)
        .verify(key, signature, 'base64'),
    );
    if (signedBy.length === 0) return refused('signature-mismatch');
    const given = headers['authorization'] ?? '';
    const isAllowed = signedBy.some(
      ({ password }) => password === undefined || isSameString(given, basicHeader(password)),
    );
    return isAllowed ? genuine : refused('credentials-wrong');
  },
};

type PostalKey = {
  readonly key: KeyObject;
  /** All customers of an installation share its key. With a password, only those who know it can post here. */
  readonly password?: string;
};

function readableKeys(keys: readonly string[]): PostalKey[] {
  const usable = keys.map(postalKey).filter((key) => key !== undefined);
  // A wrong key in the secret must not be answered like a forged request.
  if (usable.length === 0)
    throw new Error(`postal: expected an RSA public key, found none among ${keys.length} keys`);
  return usable;
}

/** The public key, alone or behind `user:password:`. */
const postalKey = readOnce((written): PostalKey | undefined => {
  const [, password, rest = written] = /^([^:\s{]+:[^:\s]+):(.*)$/s.exec(written) ?? [];
  try {
    const key = publicKey(rest.trim());
    return key.asymmetricKeyType === 'rsa' ? { key, password } : undefined;
  } catch {
    return undefined;
  }
});

/** Base64 as in the DKIM record, with or without `p=`; PEM; or the JWK of the installation. */
function publicKey(written: string): KeyObject {
  if (written.startsWith('{')) return createPublicKey({ key: JSON.parse(written), format: 'jwk' });
  const base64 = written.replace(/-----[^-]+-----|\s/g, '').replace(/^p=|;.*$/g, '');
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}
