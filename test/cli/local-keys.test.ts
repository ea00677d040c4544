import { describe, expect, it } from 'vitest';
import { completeKeys, mergeProviderKeys } from '../../cli/local-keys.ts';
import { namesWithSecret } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';

describe('the local keys of a provider', () => {
  it('belong together: what one signs, the other verifies', async () => {
    const keys = await completeKeys({});
    // SES publishes to the topic, where IAM decides and not a key.
    expect(Object.keys(keys)).toEqual(namesWithSecret);
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

  it('stay as they are, while a provider that has none gets new ones', async () => {
    const { sendgrid, ...others } = await completeKeys({});
    const completed = await completeKeys(others);
    expect(completed).toMatchObject(others);
    expect(completed['sendgrid']?.signingKey).toBeTruthy();
    expect(completed['sendgrid']).not.toEqual(sendgrid);
  });

  it('join the secret, but never replace what somebody has put there', () => {
    const keys = { sendgrid: { signingKey: 'private', verificationKey: 'public' } };
    expect(mergeProviderKeys({ other: ['x'] }, keys)).toEqual({ other: ['x'], sendgrid: ['public'] });
    expect(mergeProviderKeys({ sendgrid: ['mine'] }, keys)).toEqual({ sendgrid: ['mine'] });
  });
});
