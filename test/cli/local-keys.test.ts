import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signingKeyOf, verificationKeysOf } from '../../cli/keys-of.ts';
import { completeKeys, keysFile, mergeProviderKeys, readLocalKeys } from '../../cli/local-keys.ts';
import { namesWithSecret } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { temporaryFolder } from '../local/support/assembly.ts';
import { signedRequest } from '../support/signed-request.ts';

describe('the local keys of a provider', () => {
  it('match: what one signs, the other verifies', async () => {
    const keys = await completeKeys({});
    // SES publishes to the topic, where IAM decides instead of a key.
    expect(Object.keys(keys)).toEqual(namesWithSecret);
    for (const [name, { signingKey, verificationKey }] of Object.entries(keys)) {
      const simulator = await simulatorOf(name);
      const now = new Date();
      const [payload] =
        simulator?.payloadsOf([
          { kind: simulator.kinds[0] ?? '', to: ['a@example.com'], messageId: 'm', at: now },
        ]) ?? [];
      const request = simulator && signedRequest(simulator, payload ?? Buffer.from(''), signingKey, now);
      const context = { keys: [verificationKey], now, toleranceSeconds: 300 };
      expect(request && (await verifiersWith([])(name)?.verify(request, context))).toMatchObject({
        genuine: true,
      });
    }
  });

  it('stay the same, and a provider without keys gets new ones', async () => {
    const { sendgrid, ...others } = await completeKeys({});
    const completed = await completeKeys(others);
    expect(completed).toMatchObject(others);
    expect(completed['sendgrid']?.signingKey).toBeTruthy();
    expect(completed['sendgrid']).not.toEqual(sendgrid);
  });

  it('are added to the secret, and replace no key that is already there', () => {
    const keys = { sendgrid: { signingKey: 'private', verificationKey: 'public' } };
    expect(mergeProviderKeys({ other: ['x'] }, keys)).toEqual({ other: ['x'], sendgrid: ['public'] });
    expect(mergeProviderKeys({ sendgrid: ['mine'] }, keys)).toEqual({ sendgrid: ['mine'] });
  });
});

describe('provider-keys.json', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    vi.stubEnv('MAILFOLD_DIR', folder.path);
  });
  afterEach(() => {
    folder.remove();
    vi.unstubAllEnvs();
  });

  it('gives the keys of a provider when none is passed', () => {
    const keys = { sendgrid: { signingKey: 'private', verificationKey: 'public' } };
    writeFileSync(keysFile(folder.path), JSON.stringify(keys));
    expect(readLocalKeys(folder.path)).toEqual(keys);
    expect(signingKeyOf('sendgrid', undefined)).toBe('private');
    expect(verificationKeysOf('sendgrid', undefined)).toEqual(['public']);
  });

  it('gives way to a key that is passed, as a string or as a file', () => {
    const file = `${folder.path}/key.txt`;
    writeFileSync(file, 'from a file\n');
    expect(signingKeyOf('sendgrid', file)).toBe('from a file');
    expect(verificationKeysOf('sendgrid', ['a string', file])).toEqual(['a string', 'from a file']);
  });

  it('is made by `npm start`, says the message when it is missing', () => {
    expect(() => signingKeyOf('sendgrid', undefined)).toThrow('no key for sendgrid; pass one with --key');
    expect(() => verificationKeysOf('ses', undefined)).toThrow('pass the ARN of its topic with --key');
    expect(() => verificationKeysOf('sendgird', undefined)).toThrow('unknown provider "sendgird"');
  });
});
