import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readProviderKeys } from './read-provider-keys.ts';

/** Long enough to save calls to Secrets Manager, short enough that a removed key soon stops working. */
const cacheMillis = 300_000;
/** Otherwise every forged request would cause a call to Secrets Manager. */
const refetchAfterMillis = 60_000;

export type ProviderKeys = {
  keysOf(provider: string): Promise<readonly string[]>;
  freshKeysOf(provider: string): Promise<readonly string[] | undefined>;
};

export function providerKeys(
  secretName: string,
  client: SecretsManagerClient,
  clock: () => Date,
): ProviderKeys {
  let cached: { readonly secret: string; readonly untilMillis: number } | undefined;
  let refetchedAt = 0;
  const fetchKeys = async (provider: string) => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretName }));
    // A missing value is not cached, so that a value works as soon as it is set.
    cached = secret ? { secret, untilMillis: clock().getTime() + cacheMillis } : undefined;
    return readProviderKeys(secret, provider);
  };
  return {
    keysOf: async (provider) =>
      cached && clock().getTime() < cached.untilMillis
        ? readProviderKeys(cached.secret, provider)
        : fetchKeys(provider),
    async freshKeysOf(provider) {
      const now = clock().getTime();
      if (now - refetchedAt < refetchAfterMillis) return undefined;
      refetchedAt = now;
      return fetchKeys(provider);
    },
  };
}
