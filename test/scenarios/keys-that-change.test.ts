import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesWithSecret } from '../../providers/manifests.ts';
import type { Simulator } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

async function simulator(name: string): Promise<Simulator> {
  const found = await simulatorOf(name);
  if (!found) throw new Error(`${name} has no simulator`);
  return found;
}

/** A genuine request, signed with the given key. */
async function postSigned(name: string, signingKey: string, messageId: string): Promise<number> {
  const { payloadsOf, sign } = await simulator(name);
  const at = new Date();
  const [payload = Buffer.from('{}')] = payloadsOf([
    { kind: 'unknown', to: ['ana@example.com'], messageId, at },
  ]);
  return stack.post(name, sign(payload, signingKey, at, stack.webhookUrl(name)));
}

async function setKey(name: string, key: string) {
  const path = join(stack.dataDir, 'key.txt');
  writeFileSync(path, key);
  return commandLine('secrets', 'set', name, '--file', path, '--json');
}

const secrets = () => {
  const { region, awsEndpoint: endpoint } = stack.endpoints;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new SecretsManagerClient({ region, endpoint, credentials });
};
const read = async () => {
  const SecretId = stack.outputs['ProviderSecretName'];
  return (await secrets().send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
};
const write = (SecretString: string) =>
  secrets().send(new PutSecretValueCommand({ SecretId: stack.outputs['ProviderSecretName'], SecretString }));

describe('a key that was just set', () => {
  it.each(namesWithSecret)(
    'of %s is valid for the next request, although forged ones came before',
    async (name) => {
      const { makeKeys } = await simulator(name);
      const forged = () => postSigned(name, makeKeys().signingKey, 'forged');
      expect(await forged()).not.toBe(200);
      const first = makeKeys();
      expect((await setKey(name, first.verificationKey)).exitCode).toBe(0);
      expect(await postSigned(name, first.signingKey, 'first')).toBe(200);
      const second = makeKeys();
      expect((await setKey(name, second.verificationKey)).exitCode).toBe(0);
      expect(await postSigned(name, second.signingKey, 'second')).toBe(200);
      expect(await postSigned(name, first.signingKey, 'first again')).toBe(200);
    },
  );
});

describe('a key that is set during a flood of forged requests', () => {
  it('never gets a genuine webhook refused for good: Postmark would drop its event', async () => {
    const { makeKeys } = await simulator('postmark');
    const [old, fresh] = [makeKeys(), makeKeys()];
    expect((await setKey('postmark', old.verificationKey)).exitCode).toBe(0);
    let isOver = false;
    const flood = async () => {
      const stranger = makeKeys().signingKey;
      while (!isOver) await postSigned('postmark', stranger, 'forged');
    };
    const flooding = Array.from({ length: 4 }, flood);
    try {
      await delay(500);
      await write(JSON.stringify({ ...JSON.parse(await read()), postmark: fresh.verificationKey }));
      const answered: number[] = [];
      while (answered.at(-1) !== 200 && answered.length < 100)
        answered.push(await postSigned('postmark', fresh.signingKey, 'genuine'));
      expect(answered.filter((status) => status !== 503)).toEqual([200]);
    } finally {
      isOver = true;
      await Promise.all(flooding);
    }
  });
});

describe('a key that was removed', () => {
  it('is said to be valid for five more minutes', async () => {
    const [name = ''] = namesWithSecret;
    const { fingerprint } = JSON.parse(
      (await setKey(name, (await simulator(name)).makeKeys().verificationKey)).out,
    );
    const before = Date.now();
    const { out } = await commandLine('secrets', 'retire', name, fingerprint, '--json');
    const millis = Date.parse(JSON.parse(out).validUntil) - before;
    expect(millis).toBeGreaterThanOrEqual(300_000);
    expect(millis).toBeLessThan(330_000);
  });
});

describe('a secret that somebody broke', () => {
  it('in one entry loses no other key, and setting the key of that entry repairs it', async () => {
    const [broken = '', other = ''] = namesWithSecret;
    const { makeKeys } = await simulator(broken);
    await write(JSON.stringify({ ...JSON.parse(await read()), [broken]: { key: 7 } }));
    const list = await commandLine('secrets', 'list');
    expect(list.error).toContain(`secrets set ${broken}`);
    expect(JSON.parse((await commandLine('doctor', '--json')).out).findings).toContainEqual(
      expect.objectContaining({ what: 'keys', repair: expect.stringContaining(`secrets set ${broken}`) }),
    );
    const otherBefore = JSON.parse(await read())[other];
    expect((await setKey(broken, makeKeys().verificationKey)).exitCode).toBe(0);
    const mended = JSON.parse(await read());
    expect(mended[other]).toEqual(otherBefore);
    expect(mended[broken]).toEqual([expect.any(String)]);
    expect((await commandLine('secrets', 'list')).error).toBe('');
  });

  it('as a whole is never overwritten, and its value is not shown', async () => {
    const [name = ''] = namesWithSecret;
    await write('all my keys: s3cret');
    const { exitCode, error } = await setKey(name, (await simulator(name)).makeKeys().verificationKey);
    expect(exitCode).toBe(3);
    expect(error).toMatch(/not a JSON object.*nothing was changed/);
    expect(error).not.toMatch(/s3cret|\{\}/);
    expect(await read()).toBe('all my keys: s3cret');
  });
});
