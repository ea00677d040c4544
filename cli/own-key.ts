import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { outputs } from '../lib/outputs.ts';
import type { Target } from './target.ts';

/** Mailfold's own key, which its functions make the same hashes with. */
export async function readOwnKey(target: Target): Promise<string> {
  const SecretId = target.output(outputs.ownKeySecretName);
  const { SecretString = '' } = await new SecretsManagerClient(target.settings).send(
    new GetSecretValueCommand({ SecretId }),
  );
  return SecretString;
}
