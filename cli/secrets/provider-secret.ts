import { createHash } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { outputs } from '../../lib/outputs.ts';
import { exitCodes, Problem } from '../problem.ts';
import type { Target } from '../target.ts';

/** Keys by provider, as the receiver reads them. */
export type KeysByProvider = Readonly<Record<string, readonly string[]>>;

export async function readKeys(target: Target): Promise<KeysByProvider> {
  const { SecretString = '{}' } = await clientOf(target).send(
    new GetSecretValueCommand({ SecretId: target.output(outputs.providerSecretName) }),
  );
  return parse(SecretString);
}

export async function writeKeys(target: Target, keys: KeysByProvider): Promise<void> {
  const value = { SecretId: target.output(outputs.providerSecretName), SecretString: JSON.stringify(keys) };
  await clientOf(target).send(new PutSecretValueCommand(value));
}

/** Tells keys apart without revealing anything about them. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

function clientOf({ settings }: Target): SecretsManagerClient {
  return new SecretsManagerClient(settings);
}

function parse(text: string): KeysByProvider {
  try {
    const entries = Object.entries(JSON.parse(text)).map(([name, keys]) => [
      name,
      Array.isArray(keys) ? keys.map(String) : [String(keys)],
    ]);
    return Object.fromEntries(entries);
  } catch {
    // The value is not shown: it may be a key.
    throw new Problem(
      'the provider secret is not a JSON object; set its value to {}, then add the keys with `secrets set`',
      exitCodes.failure,
    );
  }
}
