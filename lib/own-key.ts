import type { RemovalPolicy } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export interface OwnKeyProps {
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
}

/** A key that nobody outside needs: it seals the API's cursors, and makes hashes of addresses that were forgotten. */
export class OwnKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: OwnKeyProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'Mailfold: its own key, for cursors and for the hashes of forgotten addresses',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      // Without it nobody could tell any more that a forgotten address was suppressed.
      removalPolicy: props.removalPolicy,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'With another key the hashes of forgotten addresses would mean nothing, and people who asked not to be written to would be.',
    });
  }
}
