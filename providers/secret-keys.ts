import { createSecretKey, type KeyObject } from 'node:crypto';
import { readOnce } from './read-once.ts';

/** Undefined for a blank key, because anyone could sign with it. */
const secretKey = readOnce((written) =>
  written.trim() === '' ? undefined : createSecretKey(written, 'utf8'),
);

/** For providers that sign with the key as it is written, without decoding it. */
export function secretKeys(provider: string, keys: readonly string[]): readonly KeyObject[] {
  const usable: KeyObject[] = [];
  for (const written of keys) {
    const key = secretKey(written);
    if (key) usable.push(key);
  }
  // A wrong key in the secret must not be answered like a forged request.
  if (usable.length === 0)
    throw new Error(`${provider}: expected a signing secret, found none among ${keys.length} keys`);
  return usable;
}
