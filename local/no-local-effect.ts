import type { Resource } from './template.ts';

/** Permissions, dashboards and the like: an event takes the same way without them. */
const types = [
  /^AWS::IAM::/,
  /^AWS::KMS::/,
  /^AWS::CloudWatch::/,
  /^AWS::SES::/,
  /^AWS::Logs::(LogGroup|LogStream|MetricFilter|QueryDefinition|ResourcePolicy)$/,
  /^AWS::(SQS::QueuePolicy|SNS::TopicPolicy|Lambda::Permission|SecretsManager::ResourcePolicy|CDK::Metadata)$/,
  /^AWS::ApiGatewayV2::(DomainName|ApiMapping)$/,
];

/** Whether a local run leaves a resource out. */
export function hasNoLocalEffect({ Type: type, Properties: properties }: Resource): boolean {
  // A local topic has no way to reach a person.
  const isToAPerson = type === 'AWS::SNS::Subscription' && properties?.['Protocol'] === 'email';
  return isToAPerson || types.some((pattern) => pattern.test(type));
}
