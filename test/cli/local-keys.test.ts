import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProviderKeys, mergeProviderKeys } from '../../cli/local-keys.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { providerNames, verifiersWith } from '../../providers/verifiers.ts';
import { temporaryFolder } from '../local/support/assembly.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

describe('the local keys of a provider', () => {
  it('belong together: what one signs, the other verifies', async () => {
    const keys = await loadProviderKeys();
    // SES publishes to the topic, where IAM decides and not a key.
    expect(Object.keys(keys)).toEqual(providerNames.filter((name) => name !== 'ses'));
    for (const [name, { signingKey, verificationKey }] of Object.entries(keys)) {
      const simulator = await simulatorOf(name);
      const now = new Date();
      const [payload] =
        simulator?.payloadsOf([
          { kind: simulator.kinds[0] ?? '', to: ['a@example.com'], messageId: 'm', at: now },
        ]) ?? [];
      const request = simulator?.sign(payload ?? Buffer.from(''), signingKey, now);
      const context = { keys: [verificationKey], now, toleranceSeconds: 300 };
      expect(request && (await verifiersWith([])(name)?.verify(request, context))).toMatchObject({
        genuine: true,
      });
    }
  });

  it('stay the same from start to start, and are for nobody else to read', async () => {
    const file = `${folder.path}/provider-keys.json`;
    const first = await loadProviderKeys(file);
    expect(await loadProviderKeys(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('join the secret, but never replace what somebody has put there', () => {
    const keys = { sendgrid: { signingKey: 'private', verificationKey: 'public' } };
    expect(mergeProviderKeys({ other: ['x'] }, keys)).toEqual({ other: ['x'], sendgrid: ['public'] });
    expect(mergeProviderKeys({ sendgrid: ['mine'] }, keys)).toEqual({ sendgrid: ['mine'] });
  });
});
