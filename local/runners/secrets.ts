import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from './aws-error.ts';
import { readJsonFile, writePrivateJsonFile } from './json-file.ts';
import type { LocalResource } from './resources.ts';

type Secret = { arn: string; name: string; value: string; versionId: string; changedAt: number };
type Kept = Record<string, { value: string; versionId: string; changedAt: number }>;

export type Secrets = {
  readonly actions: Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;
  /** Changes each secret whose value is a JSON object; a placeholder that AWS would generate counts as an empty one. */
  mergeIntoObjects(merge: (value: Record<string, unknown>) => Record<string, unknown>): void;
};

/** Secrets Manager, as far as the functions and the command line use it. */
export function createSecrets(resources: readonly LocalResource[], file?: string): Secrets {
  const kept = (file && readJsonFile<Kept>(file)) || {};
  const secrets = resources.map(
    (resource): Secret => ({
      arn: resource.arn,
      name: resource.name,
      ...(kept[resource.name] ?? {
        value: initialValueOf(resource),
        versionId: randomUUID(),
        changedAt: Date.now(),
      }),
    }),
  );

  function find(input: Record<string, unknown>): Secret {
    const id = String(input['SecretId'] ?? '');
    // By name, by ARN, or by an ARN without the six characters that Secrets Manager adds.
    const secret = secrets.find(({ arn, name }) => id === name || id === arn || id === arn.slice(0, -7));
    if (!secret) {
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return secret;
  }

  function change(secret: Secret, value: string, versionId: string = randomUUID()): void {
    Object.assign(secret, { value, versionId, changedAt: Date.now() });
    if (!file) return;
    const all = secrets.map(({ name, value, versionId, changedAt }) => [
      name,
      { value, versionId, changedAt },
    ]);
    writePrivateJsonFile(file, { ...kept, ...Object.fromEntries(all) });
  }

  return {
    actions: {
      GetSecretValue: (input) => {
        const { arn, name, value, versionId, changedAt } = find(input);
        return {
          ARN: arn,
          Name: name,
          SecretString: value,
          VersionId: versionId,
          VersionStages: ['AWSCURRENT'],
          CreatedDate: changedAt / 1_000,
        };
      },
      PutSecretValue: (input) => {
        const secret = find(input);
        if (typeof input['SecretString'] !== 'string') {
          throw new AwsError(
            'InvalidParameterException',
            'The local stack keeps secrets as text: give a SecretString.',
          );
        }
        change(secret, input['SecretString'], input['ClientRequestToken'] as string | undefined);
        return {
          ARN: secret.arn,
          Name: secret.name,
          VersionId: secret.versionId,
          VersionStages: ['AWSCURRENT'],
        };
      },
      DescribeSecret: (input) => {
        const { arn, name, versionId, changedAt } = find(input);
        return {
          ARN: arn,
          Name: name,
          LastChangedDate: changedAt / 1_000,
          VersionIdsToStages: { [versionId]: ['AWSCURRENT'] },
        };
      },
    },
    mergeIntoObjects(merge) {
      for (const secret of secrets) {
        const current = parseObject(secret.value);
        if (current) change(secret, JSON.stringify(merge(current)), secret.versionId);
      }
    },
  };
}

type Generated = { SecretStringTemplate?: string; GenerateStringKey?: string };

function initialValueOf(resource: LocalResource): string {
  const given = resource.property<string>('SecretString');
  if (given !== undefined) return given;
  const generate = resource.property<Generated>('GenerateSecretString');
  const { SecretStringTemplate: template, GenerateStringKey: key } = generate ?? {};
  if (!template || !key) return '{}';
  return JSON.stringify({ ...JSON.parse(template), [key]: randomBytes(24).toString('base64url') });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
