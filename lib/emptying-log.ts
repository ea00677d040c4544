import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

/** What the CDK calls its function that empties buckets. */
const emptying = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * The function that empties a bucket before it is deleted writes a log, and Lambda would create a log group for it that no stack
 * deletes. Only for a stack of our own: in another one the function, and the log group, may already be there.
 */
export function addEmptyingLog(stack: Stack, bucket: IBucket): void {
  const provider = stack.node.tryFindChild(emptying);
  const handler = provider?.node.tryFindChild('Handler');
  const emptied = bucket.node.tryFindChild('AutoDeleteObjectsCustomResource');
  if (!CfnResource.isCfnResource(handler) || !provider || !emptied) return;
  const logs = new LogGroup(provider, 'Logs', {
    logGroupName: `/aws/lambda/${handler.ref}`,
    retention: RetentionDays.ONE_DAY,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Created before the function first runs, and deleted after it has emptied the bucket.
  emptied.node.addDependency(logs);
}
