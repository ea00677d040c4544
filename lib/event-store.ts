import { RemovalPolicy } from 'aws-cdk-lib';
import type { TableClass, TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { tableEncryption } from './encryption.ts';
import type { WarmThroughput } from './mailfold-props.ts';

export interface EventStoreProps {
  /** What happens to the tables when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  /** Units per second that each table and index can take at once. */
  readonly warmThroughput?: WarmThroughput;
  /** The class of the messages table and its index. */
  readonly tableClass?: TableClass;
  readonly encryptionKey?: IKey;
}

/** Two tables: events and status by message, and suppression history by address. */
export class EventStore extends Construct {
  readonly messages: Table;
  readonly addresses: Table;

  constructor(scope: Construct, id: string, props: EventStoreProps) {
    super(scope, id);
    const warm = warmed(props.warmThroughput);
    const common = {
      ...warm,
      ...tableEncryption(props.encryptionKey),
      // Mail goes out in campaigns: hours without any load, then all of it at once.
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      // CloudFormation cannot delete a protected table either: the rollback of a first deployment would fail.
      removalPolicy: props.deletionProtection ? RemovalPolicy.RETAIN : props.removalPolicy,
      deletionProtection: props.deletionProtection,
    } satisfies Partial<TableProps>;

    this.messages = new Table(this, 'Messages', {
      ...common,
      // Not of the addresses table: it is small, and read before every mail.
      tableClass: props.tableClass,
      partitionKey: { name: 'messageId', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
      // A new event row appears in the stream exactly once, so consumers of the stream count no event twice.
      stream: StreamViewType.NEW_IMAGE,
    });
    this.messages.addGlobalSecondaryIndex({
      ...warm,
      indexName: 'byRecipient',
      partitionKey: { name: 'recipient', type: AttributeType.STRING },
      sortKey: { name: 'firstSeenAt', type: AttributeType.STRING },
      // With keys only, a change of status does not write to the index.
      projectionType: ProjectionType.KEYS_ONLY,
    });

    this.addresses = new Table(this, 'Addresses', {
      ...common,
      partitionKey: { name: 'address', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
    });
    // Lists the newest evidence first. Releases have no cause, so they are not in this index.
    this.addresses.addGlobalSecondaryIndex({
      ...warm,
      indexName: 'byCause',
      partitionKey: { name: 'cause', type: AttributeType.STRING },
      sortKey: { name: 'occurredAt', type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}

function warmed({ writeUnits, readUnits }: WarmThroughput = {}): Pick<TableProps, 'warmThroughput'> {
  if (writeUnits === undefined && readUnits === undefined) return {};
  return { warmThroughput: { writeUnitsPerSecond: writeUnits, readUnitsPerSecond: readUnits } };
}
