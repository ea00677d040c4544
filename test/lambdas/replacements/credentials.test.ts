import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultProvider } from '../../../lambdas/replacements/credentials.ts';

const given = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 's3cret',
  AWS_SESSION_TOKEN: 'session',
};

function credentialsWith(variables: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries({ ...given, ...variables })) vi.stubEnv(name, value);
  return defaultProvider()();
}

afterEach(() => vi.unstubAllEnvs());

describe('the credentials of a function', () => {
  it('are those that Lambda sets as variables', async () => {
    expect(await credentialsWith({})).toMatchObject({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 's3cret',
      sessionToken: 'session',
    });
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'are not searched elsewhere without %s: the error names both variables',
    async (name) => {
      const credentials = credentialsWith({ [name]: undefined, AWS_PROFILE: 'somebody' });
      await expect(credentials).rejects.toThrow(
        /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.*only from these variables/,
      );
      await expect(credentials).rejects.not.toThrow(/s3cret/);
    },
  );
});
