import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnnouncedEndpoint, AnnouncerEnvironment } from '../lambdas/announcer/environment.ts';
import { eventPrefix, rowIsNew } from '../store/event-prefix.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse, queueEncryption } from './encryption.ts';
import { streamOf } from './historian.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { QueuedEndpoint } from './webhook-sender.ts';

export interface AnnouncerProps {
  readonly messagesTable: ITable;
  readonly bus?: IEventBus;
  readonly endpoints: readonly QueuedEndpoint[];
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/**
 * Tells the bus and the endpoints of every new event. AWS advises at most two readers of a stream: the historian is one, and this is the
 * other, for everybody who wants to know.
 */
export class Announcer extends Construct {
  readonly function: LambdaFunction;
  /** Batches that nobody could be told of until they were about to leave the stream. */
  readonly failures: Queue;

  constructor(scope: Construct, id: string, props: AnnouncerProps) {
    super(scope, id);
    this.function = this.makeFunction(props);
    this.failures = this.makeFailures(props.encryptionKey);
    this.readStream(props);
    this.grantRights(props);
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. What fails goes to the destination of the event source mapping.',
    });
  }

  private makeFunction(props: AnnouncerProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'announcer',
      description: 'Mailfold: tells the bus and your endpoints of new events',
      memoryMb: 256,
      timeout: Duration.seconds(60),
      environment: {
        EVENT_BUS_NAME: props.bus?.eventBusName ?? '',
        ENDPOINTS: JSON.stringify(props.endpoints.map(announced)),
      } satisfies AnnouncerEnvironment,
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
    const reason =
      'This queue is the end of the way: an alarm calls a person, who announces the events again.';
    Validations.of(failures).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
    return failures;
  }

  private readStream({ messagesTable }: AnnouncerProps): void {
    const mapping = new EventSourceMapping(this, 'Stream', {
      target: this.function.live,
      eventSourceArn: streamOf(messagesTable, 'the fan-out'),
      // Nobody asked for what happened before.
      startingPosition: StartingPosition.LATEST,
      filters: [newEventsOfToday],
      batchSize: 100,
      // Events that arrive together cost one run, and nobody notices a second.
      maxBatchingWindow: Duration.seconds(1),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // Only their age ends the attempts: a bus or a queue can be unavailable for hours.
      maxRecordAge: Duration.hours(23),
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    // Lambda checks at once whether the function may read the stream.
    mapping.node.addDependency(this.function.role ?? this.function);
  }

  private grantRights({ messagesTable, bus, endpoints, encryptionKey }: AnnouncerProps): void {
    const allow = (actions: string[], resourceArns: string[]) =>
      Grant.addToPrincipal({ grantee: this.function, actions, resourceArns });
    allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [streamOf(messagesTable, 'the fan-out')],
    );
    if (bus) allow(['events:PutEvents'], [bus.eventBusArn]);
    allow(
      ['sqs:SendMessage'],
      [this.failures.queueArn, ...endpoints.map(({ queues }) => queues.queue.queueArn)],
    );
    grantKeyUse(this.function, encryptionKey, ['dynamodb', 'sqs']);
  }
}

function announced({ endpoint: { name, types }, queues }: QueuedEndpoint): AnnouncedEndpoint {
  return { name, queueUrl: queues.queue.queueUrl, ...(types && { types }) };
}

/** New rows of events. What a person imports happened in the past, and would flood every listener. */
const newEventsOfToday = FilterCriteria.filter({
  eventName: FilterRule.isEqual(rowIsNew),
  dynamodb: {
    Keys: { sortKey: { S: FilterRule.beginsWith(eventPrefix) } },
    NewImage: { imported: { BOOL: FilterRule.notExists() } },
  },
});
