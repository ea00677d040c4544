import { Duration, Names, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { queueEncryption } from './encryption.ts';

export interface EventQueueProps {
  /** How long one run of the consumer may take. */
  readonly consumerTimeout: Duration;
  /** Deliveries before a message is set aside. @default 5 */
  readonly maxDeliveries?: number;
  readonly encryptionKey?: IKey;
}

/** Between receiver and consumer: what is in here has been acknowledged to the provider and must not be lost. */
export class EventQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** How long a message that failed stays out of sight. */
  readonly visibilityTimeout: Duration;

  constructor(scope: Construct, id: string, props: EventQueueProps) {
    super(scope, id);
    // Six times, as AWS advises: a throttled run is tried again before the message reappears.
    this.visibilityTimeout = Duration.seconds(6 * props.consumerTimeout.toSeconds());
    // Each of the two queues names the other; CloudFormation can make neither first unless one ARN is known before.
    const queueName = Names.uniqueResourceName(this, { maxLength: 80, separator: '-' });
    const queueArn = Stack.of(this).formatArn({ service: 'sqs', resource: queueName });

    this.deadLetters = new Queue(this, 'DeadLetters', {
      // A message keeps its age when set aside: dead letters must outlast the queue's own 4 days.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(props.encryptionKey),
      enforceSSL: true,
      // Somebody else's dead letters, redriven by mistake, would come to our consumer.
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [Queue.fromQueueArn(this, 'EventsByName', queueArn)],
      },
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason:
        'This is the dead-letter queue: nobody consumes it but a person, and an alarm calls that person.',
    });
    this.queue = new Queue(this, 'Events', {
      queueName,
      retentionPeriod: Duration.days(4),
      // SQS's largest, said aloud: a full SendGrid batch of 768 KB has to fit.
      maxMessageSizeBytes: 1024 * 1024,
      visibilityTimeout: this.visibilityTimeout,
      // Fewer would set messages aside during a short outage of a table, more would only delay the news.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxDeliveries ?? 5 },
      ...queueEncryption(props.encryptionKey),
      enforceSSL: true,
    });
  }
}
