import { exitCodes, Problem } from '../problem.ts';
import type { Target } from '../target.ts';
import { problemOfKey } from './key-form.ts';
import { fingerprintOf, openProviderSecret } from './provider-secret.ts';

export type AddedKey = {
  readonly fingerprint: string;
  /** False when the provider had it already. */
  readonly added: boolean;
  /** How many keys the provider has now. */
  readonly keys: number;
};

/** Adds a key of a provider to the secret. Earlier keys stay valid. Throws when no such key can be used. */
export async function addKey(provider: string, key: string, target: Target): Promise<AddedKey> {
  const problem = key === '' ? 'expected a key, found nothing' : await problemOfKey(provider, key);
  if (problem) throw new Problem(`${problem}; nothing was changed`, exitCodes.usage);
  const secret = await openProviderSecret(target);
  const mine = secret.keys.get(provider) ?? [];
  const isNew = !mine.includes(key);
  // A broken entry is written again in any case, with the keys that can be used.
  if (isNew || secret.broken.includes(provider)) await secret.store(provider, [...new Set([...mine, key])]);
  return { fingerprint: fingerprintOf(key), added: isNew, keys: isNew ? mine.length + 1 : mine.length };
}
