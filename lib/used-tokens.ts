import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { tableEncryption } from './encryption.ts';

export interface UsedTokensProps {
  readonly encryptionKey?: IKey;
}

/**
 * Which body came with which single-use token. Apart from the event tables, so that the receiver, the one part that
 * strangers can reach, may write here and nowhere else.
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
      // What is lost with it is three days of memory; backups would cost more than they are worth.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Rows live for three days and protect against replays only while a signature is accepted; restored to an earlier moment they would be worth no more than an empty table.',
    });
  }
}
