import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { ConsumerEnvironment } from '../lambdas/consumer/environment.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { letUseKey } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';

/** How fast, and how much at once, events are worked through. */
export interface ConsumerTuning {
  /** How long one run may take, at most 15 minutes. @default Duration.seconds(60) */
  readonly timeout?: Duration;
  /** Memory in MB; CPU grows with it. @default 1024 */
  readonly memoryMb?: number;
  /** Queue messages per run; more than 10 need a batching window of at least a second. @default 100, or 10 without such a window */
  readonly batchSize?: number;
  /** How long Lambda waits for a batch to fill, at most 5 minutes. @default Duration.seconds(1) */
  readonly batchingWindow?: Duration;
  /** Runs at once, 2 to 1000. @default 10 */
  readonly maxConcurrency?: number;
}

export interface EventConsumerProps extends ConsumerTuning {
  /** What its metrics are told apart by. */
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
  /** Senders that the operator has named, and how to read their events. */
  readonly standardSources: Readonly<Record<string, SourceMapping>>;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** Takes events from the queue, folds them, and writes what became of each message. */
export class EventConsumer extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: EventConsumerProps) {
    super(scope, id);
    // Waiting a second costs nobody anything, and repeats that arrive together are then folded in memory.
    const batchingWindow = props.batchingWindow ?? Duration.seconds(1);
    // Under load a run then writes a hundred messages in a few calls, and logs once for all of them.
    const batchSize = props.batchSize ?? (batchingWindow.toSeconds() < 1 ? 10 : 100);
    checkTuning(props.timeout, batchSize, batchingWindow);
    this.function = this.makeFunction(props);
    this.function.addEventSource(
      new SqsEventSource(props.queue, {
        batchSize,
        maxBatchingWindow: batchingWindow,
        // One event that fails does not bring back those beside it.
        reportBatchItemFailures: true,
        // Reserved concurrency would throttle runs Lambda has fetched messages for, and use up their deliveries.
        maxConcurrency: props.maxConcurrency ?? 10,
      }),
    );
    grantStoring(this.function, props);
    acknowledgeFindings(this.function);
  }

  private makeFunction(props: EventConsumerProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'consumer',
      description: 'Mailfold: folds queued events into the state of each message',
      // CPU comes with memory, and the AWS SDK sets the pace, not DynamoDB: 1024 MB are over half a vCPU.
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
      encryptionKey: props.encryptionKey,
    });
  }
}

function checkTuning(timeout: Duration, batchSize: number, batchingWindow: Duration): void {
  if (batchSize > 10 && batchingWindow.toSeconds() < 1) {
    throw new Error(
      `expected a consumer batching window of at least 1 second with a batch size above 10, ` +
        `found ${batchingWindow.toSeconds()} seconds with a batch size of ${batchSize}; Lambda would refuse the pair`,
    );
  }
  if (timeout.toSeconds() > 900) {
    throw new Error(
      `expected a consumer timeout of at most 900 seconds, found ${timeout.toSeconds()}; Lambda would refuse it`,
    );
  }
}

function grantStoring(grantee: LambdaFunction, props: EventConsumerProps): void {
  // An event that cannot be read goes back to the queue on its own, so that it reaches the dead letters alone.
  props.queue.grant(grantee, 'sqs:SendMessage');
  // table.grant would include the indexes, which nobody writes. Each write can be a single call or a statement in a
  // batch, and a batch looks first at what is there.
  Grant.addToPrincipal({
    grantee,
    actions: [
      'dynamodb:BatchGetItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PartiQLUpdate',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ],
    resourceArns: [props.messagesTable.tableArn],
  });
  letUseKey(grantee, props.encryptionKey);
  // The history of an address is only ever added to.
  Grant.addToPrincipal({
    grantee,
    actions: ['dynamodb:BatchGetItem', 'dynamodb:PartiQLInsert', 'dynamodb:PutItem'],
    resourceArns: [props.addressesTable.tableArn],
  });
}

function acknowledgeFindings(consumer: LambdaFunction): void {
  const setAside = 'The events queue sets aside what fails five times, by its redrive policy.';
  Validations.of(consumer).acknowledge(
    {
      id: 'Serverless-LambdaDLQ',
      reason: `Lambda uses it for asynchronous calls only. ${setAside}`,
    },
    {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: `An event source of SQS can have none. ${setAside}`,
    },
  );
}
