import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Aws } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { Historian } from './historian.ts';
import { eventsPrefix, LakeBucket, resultsPrefix } from './lake-bucket.ts';
import { LakeCatalog } from './lake-catalog.ts';
import { Tidier } from './tidier.ts';

export interface EventLakeProps {
  readonly mailfoldName: string;
  readonly messagesTable: ITable;
  readonly ownKey: ISecret;
  readonly dimensions: DimensionSettings;
  readonly sourceNames: readonly string[];
  /** How long events are kept. @default - for ever */
  readonly retention?: Duration;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** The history of all events: every event once, for years, open to questions. */
export class EventLake extends Construct {
  readonly bucket: IBucket;
  readonly catalog: LakeCatalog;
  readonly historian: Historian;
  readonly tidier: Tidier;
  private readonly encryptionKey?: IKey;

  constructor(scope: Construct, id: string, props: EventLakeProps) {
    super(scope, id);
    this.encryptionKey = props.encryptionKey;
    this.bucket = new LakeBucket(this, 'Storage', props).bucket;
    this.catalog = new LakeCatalog(this, 'Catalog', { ...props, bucket: this.bucket });
    this.historian = new Historian(this, 'Historian', { ...props, bucket: this.bucket });
    this.tidier = new Tidier(this, 'Tidier', { ...props, bucket: this.bucket });
    // CloudFormation deletes what depends on something before it. Written to again, the bucket could not be deleted.
    const emptying = this.bucket.node.tryFindChild('AutoDeleteObjectsCustomResource');
    if (emptying) for (const writer of [this.historian, this.tidier]) writer.node.addDependency(emptying);
  }

  /** Lets a function or a role ask questions with Athena. */
  grantQuery(grantee: IGrantable): void {
    const arn = (service: string, resource: string) =>
      `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
    const { databaseName, tableNames, workGroupName } = this.catalog;
    const allow = (actions: readonly string[], resourceArns: string[]) =>
      Grant.addToPrincipal({ grantee, actions: [...actions], resourceArns });
    allow(
      [
        'athena:GetQueryExecution',
        'athena:GetQueryResults',
        'athena:StartQueryExecution',
        'athena:StopQueryExecution',
      ],
      [arn('athena', `workgroup/${workGroupName}`)],
    );
    allow(
      ['glue:GetDatabase', 'glue:GetPartitions', 'glue:GetTable', 'glue:GetTables'],
      [
        arn('glue', 'catalog'),
        arn('glue', `database/${databaseName}`),
        ...tableNames.map((table) => arn('glue', `table/${databaseName}/${table}`)),
      ],
    );
    allow(['s3:GetBucketLocation', 's3:ListBucket'], [this.bucket.bucketArn]);
    allow(
      ['s3:GetObject'],
      [eventsPrefix, resultsPrefix].map((prefix) => this.bucket.arnForObjects(`${prefix}*`)),
    );
    allow(['s3:PutObject'], [this.bucket.arnForObjects(`${resultsPrefix}*`)]);
    grantKeyUse(grantee, this.encryptionKey, ['s3']);
  }
}
