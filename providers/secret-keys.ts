import { createSecretKey, type KeyObject } from 'node:crypto';
import { readOnce } from './read-once.ts';

/** Everyone can sign with an empty key. */
const secretKey = readOnce((text) => (text.trim() === '' ? undefined : createSecretKey(text, 'utf8')));

/** For providers that sign with the very text of their key. */
export function secretKeys(provider: string, keys: readonly string[]): readonly KeyObject[] {
  const usable: KeyObject[] = [];
  for (const text of keys) {
    const key = secretKey(text);
    if (key) usable.push(key);
  }
  // That there is none is our own mistake, and must not be answered like a forgery.
  if (usable.length === 0)
    throw new Error(`${provider}: expected a signing secret, found none among ${keys.length} keys`);
  return usable;
}
