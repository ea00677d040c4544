import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { tableEncryption } from './encryption.ts';

export interface UsedTokensProps {
  readonly encryptionKey?: IKey;
}

/**
 * Remembers which body came with which single-use token. It is a table of its own because the receiver is reachable from
 * the internet: it may write to this table and to no other.
 */
export class UsedTokens extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: UsedTokensProps) {
    super(scope, id);
    this.table = new Table(this, 'Tokens', {
      ...tableEncryption(props.encryptionKey),
      partitionKey: { name: 'token', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      // Rows live for a few days, so they are not worth keeping without the stack.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Rows live for a few days, and they prevent replays only while the signature is still accepted. A restored table would be of no more use than an empty one.',
    });
  }
}
