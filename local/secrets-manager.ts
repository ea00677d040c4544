import { randomUUID } from 'node:crypto';
import { AwsError } from './aws-error.ts';
import type { Actions, AwsCall } from './aws-service.ts';
import { arnOf } from './identity.ts';
import { readJsonFile, writePrivateJsonFile } from './json-file.ts';

type Version = { readonly value: string; readonly versionId: string; readonly changedAt: number };

type Secret = Version & { readonly arn: string; readonly name: string };

export type SecretStore = {
  readonly secrets: readonly Secret[];
  change(secret: Secret, value: string, versionId?: string): void;
};

/**
 * Secrets in memory, and in `file` if given. The value of an earlier run wins over the new one, and a secret that the template no
 * longer has is kept, as one that was retained on AWS.
 */
export function openSecretStore(made: readonly Secret[], file?: string): SecretStore {
  const kept = (file && readJsonFile<Record<string, Version>>(file)) || {};
  const names = made.map(({ name }) => name);
  const retained = Object.entries(kept).filter(([name]) => !names.includes(name));
  const secrets = [
    ...made.map((secret) => ({ ...secret, ...kept[secret.name] })),
    ...retained.map(([name, version]) => ({ ...version, name, arn: secretArn(name) })),
  ];

  function keep(): void {
    if (!file) return;
    const versions = secrets.map(({ name, value, versionId, changedAt }) => [
      name,
      { value, versionId, changedAt },
    ]);
    writePrivateJsonFile(file, { ...kept, ...Object.fromEntries(versions) });
  }

  keep();
  return {
    secrets,
    change(secret, value, versionId = randomUUID()) {
      Object.assign(secret, { value, versionId, changedAt: Date.now() });
      keep();
    },
  };
}

export function secretArn(name: string): string {
  return arnOf('secretsmanager', `secret:${name}-AbCdEf`);
}

/** The part of Secrets Manager that functions and operators use. */
export function createSecretActions(store: SecretStore): Actions {
  return {
    GetSecretValue(input) {
      const secret = find(store, input);
      return { ...current(secret), SecretString: secret.value, CreatedDate: secret.changedAt / 1_000 };
    },
    PutSecretValue(input) {
      const value = input['SecretString'];
      const secret = find(store, input);
      if (typeof value !== 'string') {
        throw new AwsError(
          'InvalidParameterException',
          'The local stack keeps secrets as strings: pass a SecretString.',
        );
      }
      store.change(secret, value, input['ClientRequestToken'] as string | undefined);
      return current(secret);
    },
    DescribeSecret(input) {
      const { arn, name, versionId, changedAt } = find(store, input);
      return {
        ARN: arn,
        Name: name,
        LastChangedDate: changedAt / 1_000,
        VersionIdsToStages: { [versionId]: ['AWSCURRENT'] },
      };
    },
  };
}

function current({ arn, name, versionId }: Secret) {
  return { ARN: arn, Name: name, VersionId: versionId, VersionStages: ['AWSCURRENT'] };
}

function find({ secrets }: SecretStore, input: AwsCall['body']): Secret {
  const id = String(input['SecretId'] ?? '');
  // By name, by ARN, or by the ARN without the six characters that Secrets Manager adds.
  const secret = secrets.find(({ arn, name }) => id === name || id === arn || id === arn.slice(0, -7));
  if (!secret) {
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
  return secret;
}
