import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readProviderKeys } from './read-provider-keys.ts';

/** Long enough to spare calls and money, short enough that a new key is in use before anyone wonders. */
const cacheSeconds = 300;
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
  const secrets = new SecretsProvider({ awsSdkV3Client: client });
  let refetchedAt = 0;
  const read = async (provider: string, forceFetch: boolean) =>
    readProviderKeys(await secrets.get(secretName, { maxAge: cacheSeconds, forceFetch }), provider);
  return {
    keysOf: (provider) => read(provider, false),
    async freshKeysOf(provider) {
      const now = clock().getTime();
      if (now - refetchedAt < refetchAfterMillis) return undefined;
      refetchedAt = now;
      return read(provider, true);
    },
  };
}
