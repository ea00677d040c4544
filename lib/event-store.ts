import { RemovalPolicy } from 'aws-cdk-lib';
import type { ITable, TableClass, TableProps } from 'aws-cdk-lib/aws-dynamodb';
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
  /** Used instead of a new table. */
  readonly existingMessages?: ITable;
  /** Used instead of a new table. */
  readonly existingAddresses?: ITable;
}

/** Two tables: events and status by message, and suppression history by address. */
export class EventStore extends Construct {
  readonly messages: ITable;
  readonly addresses: ITable;

  constructor(scope: Construct, id: string, props: EventStoreProps) {
    super(scope, id);
    this.messages = props.existingMessages ?? this.newMessages(props);
    this.addresses = props.existingAddresses ?? this.newAddresses(props);
  }

  private newMessages(props: EventStoreProps): Table {
    const messages = new Table(this, 'Messages', {
      ...common(props),
      // Not of the addresses table: it is small, and read before every mail.
      tableClass: props.tableClass,
      partitionKey: { name: 'messageId', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
      // A new event row appears in the stream exactly once, so consumers of the stream count no event twice.
      stream: StreamViewType.NEW_IMAGE,
    });
    messages.addGlobalSecondaryIndex({
      ...warmed(props.warmThroughput),
      indexName: 'byRecipient',
      partitionKey: { name: 'recipient', type: AttributeType.STRING },
      sortKey: { name: 'firstSeenAt', type: AttributeType.STRING },
      // With keys only, a change of status does not write to the index.
      projectionType: ProjectionType.KEYS_ONLY,
    });
    return messages;
  }

  private newAddresses(props: EventStoreProps): Table {
    const addresses = new Table(this, 'Addresses', {
      ...common(props),
      partitionKey: { name: 'address', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
    });
    // Lists the newest evidence first. Releases have no cause, so they are not in this index.
    addresses.addGlobalSecondaryIndex({
      ...warmed(props.warmThroughput),
      indexName: 'byCause',
      partitionKey: { name: 'cause', type: AttributeType.STRING },
      sortKey: { name: 'occurredAt', type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    return addresses;
  }
}

/** What both tables have. */
function common(props: EventStoreProps) {
  return {
    ...warmed(props.warmThroughput),
    ...tableEncryption(props.encryptionKey),
    // Mail goes out in campaigns: hours without any load, then all of it at once.
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: 'expiresAt',
    // CloudFormation cannot delete a protected table either: the rollback of a first deployment would fail.
    removalPolicy: props.deletionProtection ? RemovalPolicy.RETAIN : props.removalPolicy,
    deletionProtection: props.deletionProtection,
  } satisfies Partial<TableProps>;
}

function warmed({ writeUnits, readUnits }: WarmThroughput = {}): Pick<TableProps, 'warmThroughput'> {
  if (writeUnits === undefined && readUnits === undefined) return {};
  return { warmThroughput: { writeUnitsPerSecond: writeUnits, readUnitsPerSecond: readUnits } };
}
