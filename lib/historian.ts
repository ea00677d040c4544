import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { HistorianEnvironment } from '../lambdas/historian/environment.ts';
import { eventPrefix, rowIsNew } from '../store/event-prefix.ts';
import { BadSetting } from './bad-setting.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse, queueEncryption } from './encryption.ts';
import { eventsPrefix, grantObjects } from './lake-bucket.ts';
import { LambdaFunction } from './lambda-function.ts';
import { secretArnFor } from './secret-arn.ts';

export interface HistorianProps {
  readonly messagesTable: ITable;
  readonly bucket: IBucket;
  readonly ownKey: ISecret;
  readonly dimensions: DimensionSettings;
  /** The names of the senders that follow Standard Webhooks. */
  readonly sourceNames: readonly string[];
  readonly logRetention: RetentionDays;
  /** Brings new versions in gradually. @default - a new version takes over at once */
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** Writes every new event from the stream of the messages table into the lake. */
export class Historian extends Construct {
  readonly function: LambdaFunction;
  /** Batches that failed until their events were about to leave the stream. A repair of the lake brings them in. */
  readonly failures: Queue;
  /** Of the event source mapping that connects it to the stream. */
  readonly mappingId: string;

  constructor(scope: Construct, id: string, props: HistorianProps) {
    super(scope, id);
    this.function = this.makeFunction(props);
    this.failures = this.makeFailures(props.encryptionKey);
    this.mappingId = this.readStream(props).eventSourceMappingId;
    this.grantRights(props);
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. What fails goes to the destination of the event source mapping.',
    });
  }

  private makeFunction(props: HistorianProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'historian',
      description: 'Mailfold: writes new events into the lake',
      // A batch of 6 MB takes about 200 MB, and a third of a vCPU writes it within seconds.
      memoryMb: 512,
      timeout: Duration.minutes(2),
      environment: {
        LAKE_BUCKET: props.bucket.bucketName,
        OWN_KEY_SECRET_NAME: props.ownKey.secretName,
        DIMENSIONS: JSON.stringify(props.dimensions),
        SOURCE_NAMES: JSON.stringify(props.sourceNames),
      } satisfies HistorianEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      encryptionKey: props.encryptionKey,
    });
  }

  private makeFailures(encryptionKey: IKey | undefined): Queue {
    const failures = new Queue(this, 'Failures', {
      retentionPeriod: Duration.days(14),
      ...queueEncryption(encryptionKey),
      enforceSSL: true,
    });
    Validations.of(failures).acknowledge(
      {
        id: 'AwsSolutions-SQS3',
        reason: 'This queue is the end of the way: an alarm calls a person, who repairs the lake.',
      },
      {
        id: 'Serverless-SQSRedrivePolicy',
        reason: 'This queue is the end of the way: an alarm calls a person, who repairs the lake.',
      },
    );
    return failures;
  }

  private readStream({ messagesTable }: HistorianProps): EventSourceMapping {
    const mapping = new EventSourceMapping(this, 'Stream', {
      target: this.function.live,
      eventSourceArn: streamOf(messagesTable, 'the lake'),
      // What was stored in the day before the lake was switched on is told too.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [newEventRows],
      // Fewer, larger objects: S3 charges for each. 6 MB of records limit a batch earlier than their number.
      batchSize: 10_000,
      maxBatchingWindow: Duration.minutes(5),
      parallelizationFactor: 1,
      bisectBatchOnError: true,
      retryAttempts: 20,
      // The stream keeps records for 24 hours. An hour before, Lambda still has them and can report them.
      maxRecordAge: Duration.hours(23),
      // Not the CDK's own class for queues, which would also grant the direct use of a queue's key.
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    // Lambda checks at once whether the function may read the stream.
    mapping.node.addDependency(this.function.role ?? this.function);
    return mapping;
  }

  /** The historian adds objects. It can neither read, list nor delete any. */
  private grantRights({ messagesTable, bucket, ownKey, encryptionKey }: HistorianProps): void {
    const grantee = this.function;
    Grant.addToPrincipal({
      grantee,
      actions: [
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ],
      resourceArns: [streamOf(messagesTable, 'the lake')],
    });
    grantObjects(grantee, bucket, ['s3:PutObject'], [eventsPrefix]);
    Grant.addToPrincipal({
      grantee,
      actions: ['sqs:SendMessage'],
      resourceArns: [this.failures.queueArn],
    });
    Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [secretArnFor(ownKey)],
    });
    grantKeyUse(grantee, encryptionKey, ['dynamodb', 's3', 'secretsmanager', 'sqs']);
  }
}

/** New rows of events, and nothing else that happens in the table. */
const newEventRows = FilterCriteria.filter({
  eventName: FilterRule.isEqual(rowIsNew),
  dynamodb: { Keys: { sortKey: { S: FilterRule.beginsWith(eventPrefix) } } },
});

/** `reader` is the part that cannot be without the stream. */
export function streamOf(table: ITable, reader: 'the lake' | 'the fan-out'): string {
  if (!table.tableStreamArn)
    throw new BadSetting(
      `${reader} reads the stream of the messages table: expected messagesStreamArn beside messagesTableName, found none; without ${reader}, ${withoutReader[reader]}`,
    );
  return table.tableStreamArn;
}

const withoutReader = {
  'the lake': 'set lake: false',
  'the fan-out': 'set neither eventBus nor webhooks',
};
