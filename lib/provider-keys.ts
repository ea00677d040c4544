import type { RemovalPolicy } from 'aws-cdk-lib';
import { SecretValue, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export interface ProviderKeysProps {
  /** What happens to the secret when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
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
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Providers issue these keys and none of them offers an API to rotate them: a person rotates, and the receiver takes the old and the new key side by side meanwhile.',
    });
  }
}
