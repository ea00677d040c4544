import type { RemovalPolicy } from 'aws-cdk-lib';
import { SecretValue, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export interface ProviderKeysProps {
  /** What happens to the secret when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
}

/** One secret holds the keys of every provider: Secrets Manager charges per secret. */
export class ProviderKeys extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: ProviderKeysProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'Mailfold: verification keys of email providers, as JSON by provider name',
      // An empty object, so the template contains no secret. CloudFormation writes the value only when it changes in the
      // template. It never changes, so a deployment never overwrites the keys that the operator has set.
      secretStringValue: SecretValue.unsafePlainText('{}'),
      removalPolicy: props.removalPolicy,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Providers issue these keys, and none of them offers an API to rotate them. A person rotates them, and the receiver accepts the old and the new key in the meantime.',
    });
  }
}
