import type { Resource } from './template.ts';

/** Encryption, dashboards and the like: events are processed the same without them. */
const types = [
  /^AWS::IAM::(?!Role$|Policy$)/,
  /^AWS::KMS::/,
  // People sign in at another provider: the option `jwtIssuer` names it.
  /^AWS::Cognito::/,
  /^AWS::CloudWatch::/,
  /^AWS::CodeDeploy::/,
  /^AWS::SES::/,
  /^AWS::Logs::(LogGroup|LogStream|MetricFilter|QueryDefinition|ResourcePolicy)$/,
  /^AWS::(SQS::QueuePolicy|SNS::TopicPolicy|S3::BucketPolicy|Athena::NamedQuery|Events::EventBusPolicy|Lambda::Permission|SecretsManager::ResourcePolicy|CDK::Metadata)$/,
  /^AWS::(CertificateManager|Route53)::/,
  // Empties a bucket when its stack is deleted.
  /^Custom::S3AutoDeleteObjects$/,
];

/** Whether a local run leaves a resource out. */
export function hasNoLocalEffect({ Type: type, Properties: properties }: Resource): boolean {
  // A local topic cannot send e-mail.
  const isToAPerson = type === 'AWS::SNS::Subscription' && properties?.['Protocol'] === 'email';
  return isToAPerson || types.some((pattern) => pattern.test(type));
}
