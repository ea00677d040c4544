import type { RemovalPolicy } from 'aws-cdk-lib';
import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export interface ProviderKeysProps {
  /** What happens to the secret when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
}

/** One secret with the keys of every provider: one price, one place to rotate. */
export class ProviderKeys extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: ProviderKeysProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'Mailfold: verification keys of email providers, as JSON by provider name',
      // No keys yet, so nothing secret in the template. CloudFormation writes a value only when the template's
      // changes: as this one never does, no deployment overwrites the keys somebody has set since.
      secretStringValue: SecretValue.unsafePlainText('{}'),
      removalPolicy: props.removalPolicy,
    });
  }
}
