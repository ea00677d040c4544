import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientSettings } from '../../local/clients.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { secrets } from '../../local/runners/secrets.ts';
import { aTemplate, temporaryFolder } from './support/assembly.ts';

const type = 'AWS::SecretsManager::Secret';
const template = aTemplate({
  Keys: { Type: type, Properties: { SecretString: '{"a":["mine"]}' } },
  Generated: { Type: type, Properties: { GenerateSecretString: { PasswordLength: 48 } } },
  Empty: { Type: type, Properties: {} },
  Random: {
    Type: type,
    Properties: {
      GenerateSecretString: { SecretStringTemplate: '{"user":"u"}', GenerateStringKey: 'password' },
    },
  },
  Plain: { Type: type, Properties: { SecretString: 'not JSON' } },
});

let folder: ReturnType<typeof temporaryFolder>;
let running: RunningTemplate | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  await running?.stop();
  folder.remove();
});

async function start(options: LocalStackOptions = {}) {
  await running?.stop();
  running = await runTemplate(template, [secrets], options);
  const { resources, awsEndpoint } = running.run;
  const manager = new SecretsManager({ ...clientSettings(awsEndpoint), maxAttempts: 1 });
  const read = async (logicalId: string) => {
    const { SecretString } = await manager.getSecretValue({ SecretId: resources.find(logicalId, type).name });
    return SecretString;
  };
  return { manager, read, keys: resources.find('Keys', type) };
}

describe('a secret', () => {
  it('is found by name, by ARN and by an ARN without its last six characters', async () => {
    const { manager, keys } = await start();
    for (const SecretId of [keys.name, keys.arn, keys.arn.slice(0, -7)]) {
      expect(await manager.getSecretValue({ SecretId })).toMatchObject({
        SecretString: '{"a":["mine"]}',
        Name: keys.name,
        ARN: keys.arn,
        CreatedDate: expect.any(Date),
      });
    }
    await expect(manager.getSecretValue({ SecretId: 'other' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('has a new version after a change, and keeps it over a restart', async () => {
    const first = await start({ dataDir: folder.path });
    const SecretId = first.keys.name;
    const { VersionId: before } = await first.manager.getSecretValue({ SecretId });
    await first.manager.putSecretValue({ SecretId, SecretString: '{"a":["new"]}' });
    const { VersionIdsToStages = {} } = await first.manager.describeSecret({ SecretId });
    expect(Object.keys(VersionIdsToStages)).not.toContain(before);

    const second = await start({ dataDir: folder.path });
    expect(await second.read('Keys')).toBe('{"a":["new"]}');
  });

  it('that AWS would generate is the same after a restart', async () => {
    const first = await (await start({ dataDir: folder.path })).read('Random');
    expect(JSON.parse(first ?? '')).toEqual({ user: 'u', password: expect.stringMatching(/^.{32}$/) });
    expect(await (await start({ dataDir: folder.path })).read('Random')).toBe(first);
    expect(await (await start()).read('Random')).not.toBe(first);
  });

  it('is completed by the caller that starts the stack, if it is a JSON object', async () => {
    const { read } = await start({ completeSecret: (value) => ({ b: ['local'], ...value }) });
    expect(await read('Keys')).toBe('{"b":["local"],"a":["mine"]}');
    expect(await read('Plain')).toBe('not JSON');
  });

  it('without a value begins as an empty object', async () => {
    expect(await (await start()).read('Empty')).toBe('{}');
    const { read } = await start({ completeSecret: (value) => ({ ...value, b: ['local'] }) });
    expect(await read('Empty')).toBe('{"b":["local"]}');
  });

  it('that AWS would fill with a random string is one, and nobody completes it', async () => {
    const { read } = await start({ completeSecret: (value) => ({ ...value, b: ['local'] }) });
    expect(await read('Generated')).toMatch(/^[\w-]{48}$/);
  });

  it('is kept when the template no longer has it', async () => {
    const { keys } = await start({ dataDir: folder.path });
    await running?.stop();
    running = await runTemplate(aTemplate({}), [secrets], { dataDir: folder.path });
    const manager = new SecretsManager({ ...clientSettings(running.run.awsEndpoint), maxAttempts: 1 });
    for (const SecretId of [keys.name, keys.arn])
      expect((await manager.getSecretValue({ SecretId })).SecretString).toBe('{"a":["mine"]}');
  });
});
