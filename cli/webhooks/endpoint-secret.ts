import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type EndpointSecrets, readEndpointSecrets } from '../../fanout/endpoint-secrets.ts';
import { outputs } from '../../lib/outputs.ts';
import type { Target } from '../target.ts';

type StoredSecrets = {
  readonly secrets: EndpointSecrets;
  store(endpoint: string, secrets: readonly string[]): Promise<void>;
};

/** The secrets that webhooks of a stack are signed with. */
export async function openEndpointSecrets(target: Target): Promise<StoredSecrets> {
  const client = new SecretsManagerClient(target.settings);
  const SecretId = target.output(outputs.webhookSecretName);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  const secrets = readEndpointSecrets(SecretString);
  return {
    secrets,
    async store(endpoint, changed) {
      const value = secrets.with(endpoint, changed);
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: value }));
    },
  };
}
