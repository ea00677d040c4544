import { randomBytes } from 'node:crypto';
import type { ProviderKeys } from './simulator.ts';

/** The key of a provider that signs, or shows, the same key that verifies. */
export function sharedKey(key: string): ProviderKeys {
  return { signingKey: key, verificationKey: key };
}

/** For a provider that sends a user and a password. */
export function makeCredentials(): ProviderKeys {
  return sharedKey(`mailfold:${randomBytes(24).toString('base64url')}`);
}
