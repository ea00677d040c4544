import { CfnIntegration } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * Lets the API call a function only once the function allows it. CloudFormation does not know this order: a change of the rollout, which
 * moves all calls from the functions to their aliases or back, would fail requests for a moment.
 */
export function permitBeforeCalling(scope: Construct): void {
  const all = scope.node.findAll();
  const permissions = all.filter((each) => each instanceof CfnPermission);
  const ofApi = permissions.filter(({ principal }) => principal === 'apigateway.amazonaws.com');
  for (const integration of all.filter((each) => each instanceof CfnIntegration))
    for (const permission of ofApi) integration.addResourceDependency(permission);
}
