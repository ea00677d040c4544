import { Aws, CfnCondition, Fn, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** The partitions of AWS that lack something we use. docs/regions.md says what. */
const conditions = { 'aws-cn': 'InChina', 'aws-us-gov': 'InGovCloud' } as const;

/**
 * `there` in the given partition, and `elsewhere` in all others. CloudFormation decides when it deploys, because the template is
 * the same for every region.
 */
export function inPartition(
  scope: Construct,
  partition: keyof typeof conditions,
  there: string,
  elsewhere: string,
): string {
  const stack = Stack.of(scope);
  const id = conditions[partition];
  const condition =
    (stack.node.tryFindChild(id) as CfnCondition | undefined) ??
    new CfnCondition(stack, id, { expression: Fn.conditionEquals(Aws.PARTITION, partition) });
  return Fn.conditionIf(condition.logicalId, there, elsewhere).toString();
}

/** There is no SES in China, and a policy must not name a service that does not exist. SNS may publish anyway. */
export function sesPrincipal(scope: Construct): ServicePrincipal {
  return new ServicePrincipal(inPartition(scope, 'aws-cn', 'sns.amazonaws.com', 'ses.amazonaws.com'));
}
