import { randomBytes, randomUUID } from 'node:crypto';
import { createJsonService } from '../aws-service.ts';
import { identityOf } from '../identity.ts';
import { inDataDir, type LocalStackOptions, type SecretObject } from '../options.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { createSecretActions, openSecretStore, type SecretStore, secretArn } from '../secrets-manager.ts';

/** Gives the template's secrets their values; those of an earlier run keep theirs. */
export const secrets: Runner = {
  types: ['AWS::SecretsManager::Secret'],
  keeps: ['secrets.json'],
  identify({ logicalId, property }) {
    // A template takes the name out of the ARN by counting dashes: a generated name has two parts, and the
    // six characters that Secrets Manager adds follow. A third part would break that.
    const name = property<string>('Name') ?? `${logicalId}-local`;
    const arn = secretArn(name);
    return identityOf(name, arn, { ref: arn, attributes: { Id: arn } });
  },
  async start(resources, run) {
    const store = openSecretStore(resources.map(newSecret), inDataDir(run.options, 'secrets.json'));
    complete(store, run.options);
    const actions = createSecretActions(store);
    run.serve(
      createJsonService({
        name: 'secretsmanager',
        target: 'secretsmanager',
        version: '1.1',
        actions,
        rights: ({ action, body }) => [
          { action: `secretsmanager:${action}`, resources: [arnIn(store, body['SecretId'])] },
        ],
      }),
    );
  },
};

function newSecret(resource: LocalResource) {
  const { arn, name } = resource;
  return { arn, name, value: initialValueOf(resource), versionId: randomUUID(), changedAt: Date.now() };
}

type Generated = { SecretStringTemplate?: string; GenerateStringKey?: string; PasswordLength?: number };

/** Given, generated, or generated as one value of a JSON object. */
function initialValueOf(resource: LocalResource): string {
  const given = resource.property<string>('SecretString');
  if (given !== undefined) return given;
  const generate = resource.property<Generated>('GenerateSecretString');
  if (!generate) return '{}';
  const { SecretStringTemplate: template, GenerateStringKey: key, PasswordLength: length = 32 } = generate;
  const password = randomBytes(length).toString('base64url').slice(0, length);
  return template && key ? JSON.stringify({ ...JSON.parse(template), [key]: password }) : password;
}

function complete(store: SecretStore, { completeSecret }: LocalStackOptions): void {
  if (!completeSecret) return;
  for (const secret of store.secrets) {
    const value = parseObject(secret.value);
    if (value) store.change(secret, JSON.stringify(completeSecret(value)), secret.versionId);
  }
}

function parseObject(text: string): SecretObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isObject ? (value as SecretObject) : undefined;
  } catch {
    return undefined;
  }
}

function arnIn({ secrets: all }: SecretStore, id: unknown): string {
  return all.find(({ arn, name }) => id === arn || id === name)?.arn ?? String(id);
}
