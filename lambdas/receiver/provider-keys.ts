import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readProviderKeys } from './read-provider-keys.ts';

/** Long enough to spare calls and money, short enough that a new key is in use before anyone wonders. */
const keptMillis = 300_000;
/** Forged requests must not make us ask Secrets Manager each time. */
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
  let kept: { readonly secret: string; readonly untilMillis: number } | undefined;
  let refetchedAt = 0;
  const fetchKeys = async (provider: string) => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretName }));
    // A missing value is not kept: whoever sets it should not have to wait.
    kept = secret ? { secret, untilMillis: clock().getTime() + keptMillis } : undefined;
    return readProviderKeys(secret, provider);
  };
  return {
    keysOf: async (provider) =>
      kept && clock().getTime() < kept.untilMillis
        ? readProviderKeys(kept.secret, provider)
        : fetchKeys(provider),
    async freshKeysOf(provider) {
      const now = clock().getTime();
      if (now - refetchedAt < refetchAfterMillis) return undefined;
      refetchedAt = now;
      return fetchKeys(provider);
    },
  };
}
