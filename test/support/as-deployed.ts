import type { LocalStack } from '../../local/local-stack.ts';
import { withAwsVariables } from './environment.ts';

/**
 * Lets the AWS clients of this process, and so the command line with `--stack`, find the local stack as if it were deployed.
 * Returns a function that takes it back.
 */
export function findAsDeployed(
  { endpoints }: Pick<LocalStack, 'endpoints'>,
  accessKeyId: string,
): () => void {
  return withAwsVariables({
    AWS_ENDPOINT_URL: endpoints.awsEndpoint,
    AWS_REGION: endpoints.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
}
