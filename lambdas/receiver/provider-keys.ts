import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { keysKeptSeconds } from '../../providers/keys-kept.ts';
import { readProviderKeys } from './read-provider-keys.ts';
import { refetchLimit } from './refetch-limit.ts';

type ProviderKeys = {
  keysOf(provider: string): Promise<readonly string[]>;
  /** Bypasses the cache; undefined when the keys of this provider were fetched too often just now. */
  freshKeysOf(provider: string): Promise<readonly string[] | undefined>;
};

export function providerKeys(
  secretName: string,
  client: SecretsManagerClient,
  clock: () => Date,
): ProviderKeys {
  let cached: { readonly secret: string; readonly untilMillis: number } | undefined;
  const mayRefetch = refetchLimit(clock);
  const fetchKeys = async (provider: string) => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretName }));
    // A missing value is not cached, so that a value works as soon as it is set.
    cached = secret ? { secret, untilMillis: clock().getTime() + keysKeptSeconds * 1_000 } : undefined;
    return readProviderKeys(secret, provider);
  };
  return {
    keysOf: async (provider) =>
      cached && clock().getTime() < cached.untilMillis
        ? readProviderKeys(cached.secret, provider)
        : fetchKeys(provider),
    freshKeysOf: async (provider) => (mayRefetch(provider) ? fetchKeys(provider) : undefined),
  };
}
