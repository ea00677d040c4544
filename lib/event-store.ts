import { RemovalPolicy } from 'aws-cdk-lib';
import type { TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { tableEncryption } from './encryption.ts';

export interface EventStoreProps {
  /** What happens to the tables when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
}

/** Two tables: what happened to each message, and what is held against each address. */
export class EventStore extends Construct {
  readonly messages: Table;
  readonly addresses: Table;

  constructor(scope: Construct, id: string, props: EventStoreProps) {
    super(scope, id);
    const common = {
      ...tableEncryption(props.encryptionKey),
      // Mail goes out in campaigns: hours of nothing, then everything at once.
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      removalPolicy: props.removalPolicy,
      // What is to be kept is also kept from a slip in the console.
      deletionProtection: props.removalPolicy !== RemovalPolicy.DESTROY,
    } satisfies Partial<TableProps>;

    this.messages = new Table(this, 'Messages', {
      ...common,
      partitionKey: { name: 'messageId', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
      // A new event row appears here exactly once: what must not be counted twice hangs off this.
      stream: StreamViewType.NEW_IMAGE,
    });
    this.messages.addGlobalSecondaryIndex({
      indexName: 'byRecipient',
      partitionKey: { name: 'recipient', type: AttributeType.STRING },
      sortKey: { name: 'firstSeenAt', type: AttributeType.STRING },
      // With keys only, a status that changes does not write the index again.
      projectionType: ProjectionType.KEYS_ONLY,
    });

    this.addresses = new Table(this, 'Addresses', {
      ...common,
      partitionKey: { name: 'address', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
    });
    // For listing the newest first. Only evidence has a cause, so releases are not in it.
    this.addresses.addGlobalSecondaryIndex({
      indexName: 'byCause',
      partitionKey: { name: 'cause', type: AttributeType.STRING },
      sortKey: { name: 'occurredAt', type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}
