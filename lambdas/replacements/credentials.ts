import { type FromEnvInit, fromEnv } from '@aws-sdk/credential-provider-env';
import type { AwsCredentialIdentityProvider } from '@smithy/types';

/**
 * Replaces `@aws-sdk/credential-provider-node`, which also supports profiles, single sign-on, web identities and metadata
 * services. Lambda and local runs pass credentials only in environment variables.
 */
export function defaultProvider(init?: FromEnvInit): AwsCredentialIdentityProvider {
  const read = fromEnv(init);
  return async () => {
    try {
      return await read();
    } catch (cause) {
      throw new Error(
        'expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to be set, found at least one missing; this bundle reads credentials only from these variables',
        { cause },
      );
    }
  };
}
