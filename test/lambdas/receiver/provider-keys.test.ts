import type { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { providerKeys } from '../../../lambdas/receiver/provider-keys.ts';

const minutes = (count: number) => count * 60_000;

/** Secrets Manager with a secret that can change, and a clock that can be advanced. */
function aWorld() {
  const world = { secret: '{"resend":"one"}' as string | undefined, passed: 0, asked: [] as unknown[] };
  const send = async ({ input }: GetSecretValueCommand) => {
    world.asked.push(input.SecretId);
    if (world.secret === 'unreachable') throw new Error('Secrets Manager is out of order');
    return { SecretString: world.secret };
  };
  const clock = () => new Date(Date.parse('2026-01-01T00:00:00Z') + world.passed);
  return {
    world,
    keys: providerKeys('provider-keys', { send } as unknown as SecretsManagerClient, clock),
  };
}

describe('the keys in the secret', () => {
  it('are fetched once in five minutes, for all providers', async () => {
    const { world, keys } = aWorld();
    expect(await keys.keysOf('resend')).toEqual(['one']);
    world.secret = '{"resend":["two","one"]}';
    world.passed = minutes(5) - 1;
    expect(await keys.keysOf('resend')).toEqual(['one']);
    expect(await keys.keysOf('sendgrid')).toEqual([]);
    expect(world.asked).toEqual(['provider-keys']);
    world.passed = minutes(5);
    expect(await keys.keysOf('resend')).toEqual(['two', 'one']);
  });

  it('are fetched again on demand, so that a key that was just set works at once', async () => {
    const { world, keys } = aWorld();
    await keys.keysOf('resend');
    for (const key of ['two', 'three', 'four']) {
      world.secret = JSON.stringify({ resend: key });
      expect(await keys.freshKeysOf('resend')).toEqual([key]);
      expect(await keys.keysOf('resend')).toEqual([key]);
    }
  });

  it('are fetched about once a second during a flood of forged requests', async () => {
    const { world, keys } = aWorld();
    await keys.keysOf('resend');
    for (world.passed = 0; world.passed < minutes(1); world.passed += 100) await keys.freshKeysOf('resend');
    expect(world.asked.length).toBeGreaterThan(55);
    expect(world.asked.length).toBeLessThan(70);
  });

  it('are fetched for one provider, however many forged requests came for another', async () => {
    const { world, keys } = aWorld();
    for (let forged = 0; forged < 100; forged += 1) await keys.freshKeysOf('resend');
    expect(await keys.freshKeysOf('resend')).toBeUndefined();
    world.secret = '{"postmark":"user:new"}';
    expect(await keys.freshKeysOf('postmark')).toEqual(['user:new']);
  });

  it('stay cached when fetching them again fails', async () => {
    const { world, keys } = aWorld();
    await keys.keysOf('resend');
    world.secret = 'unreachable';
    await expect(keys.freshKeysOf('resend')).rejects.toThrow('out of order');
    expect(await keys.keysOf('resend')).toEqual(['one']);
  });

  it('are fetched again immediately when there was no value', async () => {
    const { world, keys } = aWorld();
    world.secret = undefined;
    await expect(keys.keysOf('resend')).rejects.toThrow('found no value');
    world.secret = '{"resend":"one"}';
    expect(await keys.keysOf('resend')).toEqual(['one']);
  });
});
