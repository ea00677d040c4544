import { type FromEnvInit, fromEnv } from '@aws-sdk/credential-provider-env';
import type { AwsCredentialIdentityProvider } from '@smithy/types';

/**
 * In place of `@aws-sdk/credential-provider-node`, which would look for profiles, single sign-on, web identities and
 * metadata services as well: Lambda, and a local run too, hand over credentials as variables and in no other way.
 */
export function defaultProvider(init?: FromEnvInit): AwsCredentialIdentityProvider {
  const read = fromEnv(init);
  return async () => {
    try {
      return await read();
    } catch (cause) {
      throw new Error(
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not both set; Lambda sets them, a local run does, and this bundle looks for credentials nowhere else',
        { cause },
      );
    }
  };
}
