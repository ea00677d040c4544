import { Duration, Names, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { ConsumerEnvironment } from '../lambdas/consumer/environment.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { BadSetting } from './bad-setting.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';

/** Memory, timeout, batching and concurrency of the consumer. */
export interface ConsumerTuning {
  /** Maximum duration of one run, up to 15 minutes. @default Duration.seconds(60) */
  readonly timeout?: Duration;
  /** Memory in MB. CPU grows with it. @default 1024 */
  readonly memoryMb?: number;
  /**
   * Maximum number of queue messages per run. More than 10 need a batching window of at least 1 second.
   * @default - 100, or 10 when `batchingWindow` is below 1 second
   */
  readonly batchSize?: number;
  /** Maximum time that Lambda waits for a batch to fill, up to 5 minutes. @default Duration.seconds(1) */
  readonly batchingWindow?: Duration;
  /** Maximum number of concurrent runs, 2 to 1000. @default 10 */
  readonly maxConcurrency?: number;
}

export interface EventConsumerProps extends ConsumerTuning {
  /** The `stack` dimension of its metrics. */
  readonly mailfoldName: string;
  readonly timeout: Duration;
  readonly queue: IQueue;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  readonly suppression: SuppressionSettings;
  /** How long a repeated event is recognised. */
  readonly dedupeWindow: Duration;
  /** How long the status of a message is kept. */
  readonly statusRetention: Duration;
  /** Named senders that follow Standard Webhooks, with the mapping of their events. */
  readonly standardSources: Readonly<Record<string, SourceMapping>>;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** Reads events from the queue, folds them, and stores the state of each message and address. */
export class EventConsumer extends Construct {
  readonly function: LambdaFunction;
  /** Of the event source mapping that connects it to the queue. */
  readonly mappingId: string;

  constructor(scope: Construct, id: string, props: EventConsumerProps) {
    super(scope, id);
    // Nobody waits for the consumer, so a second does no harm, and events that arrive together are folded in memory.
    const batchingWindow = props.batchingWindow ?? Duration.seconds(1);
    // Under load one run then writes 100 messages in a few calls and logs them as one line.
    const batchSize = props.batchSize ?? (batchingWindow.toSeconds() < 1 ? 10 : 100);
    checkTuning(props.timeout, batchSize, batchingWindow);
    this.function = this.makeFunction(props);
    // Known only by its ARN: of a queue with a key, the CDK would also grant the direct use of the key.
    const source = Queue.fromQueueArn(this, 'Source', props.queue.queueArn);
    source.grantConsumeMessages(this.function);
    // Not an SqsEventSource, but called as one would call it, whether it calls the function or its alias: CloudFormation cannot
    // make a second mapping of the same queue before it deletes the first.
    const { eventSourceMappingId } = new EventSourceMapping(
      this.function,
      `SqsEventSource:${Names.nodeUniqueId(source.node)}`,
      {
        target: this.function.live,
        eventSourceArn: source.queueArn,
        batchSize,
        maxBatchingWindow: batchingWindow,
        // Only the messages that failed are delivered again, not the whole batch.
        reportBatchItemFailures: true,
        // Reserved concurrency would throttle runs after Lambda has fetched their messages, which uses up deliveries.
        maxConcurrency: props.maxConcurrency ?? 10,
      },
    );
    this.mappingId = eventSourceMappingId;
    grantStoring(this.function, props);
    acknowledgeFindings(this.function);
  }

  private makeFunction(props: EventConsumerProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'consumer',
      description: 'Mailfold: folds queued events into the state of messages and addresses',
      // CPU grows with memory, and the CPU time of the AWS SDK limits the throughput: 1024 MB is over half a vCPU.
      memoryMb: props.memoryMb ?? 1024,
      timeout: props.timeout,
      environment: {
        MAILFOLD_NAME: props.mailfoldName,
        MESSAGES_TABLE: props.messagesTable.tableName,
        ADDRESSES_TABLE: props.addressesTable.tableName,
        SUPPRESSION: JSON.stringify(props.suppression),
        EVENTS_QUEUE_URL: props.queue.queueUrl,
        DEDUPE_WINDOW_DAYS: String(props.dedupeWindow.toDays()),
        STATUS_RETENTION_DAYS: String(props.statusRetention.toDays()),
        STANDARD_SOURCES: JSON.stringify(props.standardSources),
      } satisfies ConsumerEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      countsFailures: true,
      encryptionKey: props.encryptionKey,
    });
  }
}

function checkTuning(timeout: Duration, batchSize: number, batchingWindow: Duration): void {
  if (batchSize > 10 && batchingWindow.toSeconds() < 1) {
    throw new BadSetting(
      `expected a consumer batching window of at least 1 second with a batch size above 10, ` +
        `found ${batchingWindow.toSeconds()} seconds with a batch size of ${batchSize}; ` +
        'lengthen the window or set a batch size of 10 or less',
    );
  }
  if (timeout.toSeconds() > 900) {
    throw new BadSetting(
      `expected a consumer timeout of at most 900 seconds, found ${timeout.toSeconds()}; Lambda allows no more`,
    );
  }
}

function grantStoring(grantee: LambdaFunction, props: EventConsumerProps): void {
  // An unreadable event is sent back to the queue in a message of its own, so that only it becomes a dead letter.
  props.queue.grant(grantee, 'sqs:SendMessage');
  // table.grant would include the indexes, which the consumer never uses. A write is a single call or a statement in
  // a batch, and BatchGetItem reads the existing rows before a batch. Query looks for an event that tells no time.
  Grant.addToPrincipal({
    grantee,
    actions: [
      'dynamodb:BatchGetItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PartiQLUpdate',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    resourceArns: [props.messagesTable.tableArn],
  });
  grantKeyUse(grantee, props.encryptionKey, ['sqs', 'dynamodb']);
  // Heads are raised by an update. Soft bounces are counted over the days around them, so these are read. Nothing is
  // deleted: only `mailfold forget` does that, with the rights of the person who runs it.
  Grant.addToPrincipal({
    grantee,
    actions: [
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    resourceArns: [props.addressesTable.tableArn],
  });
}

function acknowledgeFindings(consumer: LambdaFunction): void {
  const redrive = 'The redrive policy of the events queue moves a message that fails to the dead letters.';
  Validations.of(consumer).acknowledge(
    {
      id: 'Serverless-LambdaDLQ',
      reason: `Lambda uses a dead-letter queue for asynchronous calls only. ${redrive}`,
    },
    {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: `An SQS event source cannot have a destination. ${redrive}`,
    },
  );
}
