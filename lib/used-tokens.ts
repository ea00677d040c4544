import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

/**
 * Which body came with which single-use token. Apart from the event tables, so that the receiver, the one part that
 * strangers can reach, may write here and nowhere else.
 */
export class UsedTokens extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new Table(this, 'Tokens', {
      partitionKey: { name: 'token', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      // What is lost with it is three days of memory; backups would cost more than they are worth.
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
