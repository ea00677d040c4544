import { createHash } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { outputs } from '../../lib/outputs.ts';
import { isUsableKey, keyList } from '../../providers/held-keys.ts';
import { exitCodes, Problem } from '../problem.ts';
import type { Target } from '../target.ts';

/** The secret that the receiver reads: a key, or a list of keys, under each provider's name. */
export type ProviderSecret = {
  /** The usable keys of each provider. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Providers whose entry the receiver cannot read, so that their webhooks get a 503. `secrets set` repairs an entry. */
  readonly broken: readonly string[];
  /** Stores the keys of one provider. Entries of others stay as they are, whatever they contain. */
  store(provider: string, keys: readonly string[]): Promise<void>;
};

export async function openProviderSecret(target: Target): Promise<ProviderSecret> {
  const client = new SecretsManagerClient(target.settings);
  const SecretId = target.output(outputs.providerSecretName);
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
  const value = parse(SecretString);
  if (!value) throw notAnObject(target, SecretId);
  const entries = Object.entries(value).map(([name, entry]) => [name, keyList(entry)] as const);
  return {
    keys: new Map(entries.map(([name, list]) => [name, list.filter(isUsableKey)])),
    broken: entries.filter(([, list]) => !list.every(isUsableKey)).map(([name]) => name),
    async store(provider, keys) {
      const { [provider]: _, ...others } = value;
      const changed = keys.length === 0 ? others : { ...others, [provider]: keys };
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(changed) }));
    },
  };
}

/** Tells keys apart without revealing anything about them. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** Undefined when it is not a JSON object. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The value is neither shown nor replaced: it may contain every key. */
function notAnObject({ isLocal }: Target, secretId: string): Problem {
  const repair = isLocal
    ? 'delete secrets.json in the data folder of the local stack and start it again: it makes new keys'
    : [
        'make the version before it the current one, with its ids from',
        `\`aws secretsmanager list-secret-version-ids --secret-id ${secretId}\`:`,
        `aws secretsmanager update-secret-version-stage --secret-id ${secretId} --version-stage AWSCURRENT`,
        '--move-to-version-id THE_PREVIOUS_ID --remove-from-version-id THE_CURRENT_ID',
      ].join(' ');
  return new Problem(
    `the provider secret is not a JSON object of provider names and keys, so every webhook gets a 503; nothing was changed; ${repair}`,
    exitCodes.failure,
  );
}
