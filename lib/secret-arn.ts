import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

/** The ARN of a secret for a policy. One that is known only by name lacks the six characters that Secrets Manager adds. */
export function secretArnFor({ secretFullArn, secretArn }: ISecret): string {
  return secretFullArn ?? `${secretArn}-??????`;
}
