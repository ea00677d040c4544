import type { RemovalPolicy } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export interface OwnKeyProps {
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
}

/** A generated key that only Mailfold uses: it signs the cursors of the API and hashes forgotten addresses. */
export class OwnKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: OwnKeyProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'Mailfold: generated key that signs cursors and hashes forgotten addresses',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      // Without the key, Mailfold no longer finds out that a forgotten address is suppressed.
      removalPolicy: props.removalPolicy,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A new key would make the hashes of forgotten addresses useless, and people who asked for no more mail would get mail again.',
    });
  }
}
