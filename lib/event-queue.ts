import { Duration, Names, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { queueEncryption } from './encryption.ts';

export interface EventQueueProps {
  /** Maximum duration of one consumer run. */
  readonly consumerTimeout: Duration;
  /** Deliveries before a message is moved to the dead letters. */
  readonly maxDeliveries: number;
  readonly encryptionKey?: IKey;
}

/** The queue between receiver and consumer. Providers were told 200 for its messages, so none of them may be lost. */
export class EventQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** How long a message is hidden after a delivery, and so the pause before a failed one is tried again. */
  readonly visibilityTimeout: Duration;

  constructor(scope: Construct, id: string, props: EventQueueProps) {
    super(scope, id);
    // Six times, as AWS advises: a throttled run is tried again before the message reappears.
    this.visibilityTimeout = Duration.seconds(6 * props.consumerTimeout.toSeconds());
    // The two queues refer to each other. CloudFormation can create them only if one ARN is known beforehand.
    const queueName = Names.uniqueResourceName(this, { maxLength: 80, separator: '-' });
    const queueArn = Stack.of(this).formatArn({ service: 'sqs', resource: queueName });

    this.deadLetters = new Queue(this, 'DeadLetters', {
      // A message keeps its age when it is moved, so dead letters must be kept longer than the queue's own 4 days.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(props.encryptionKey),
      enforceSSL: true,
      // Otherwise any queue of the account could send dead letters here, and a redrive could bring them to our consumer.
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [Queue.fromQueueArn(this, 'EventsByName', queueArn)],
      },
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This is the dead-letter queue. Only a person reads it, and an alarm calls that person.',
    });
    this.queue = new Queue(this, 'Events', {
      queueName,
      retentionPeriod: Duration.days(4),
      // The maximum of SQS, set explicitly: a full SendGrid batch of 768 KB has to fit.
      maxMessageSizeBytes: 1024 * 1024,
      visibilityTimeout: this.visibilityTimeout,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxDeliveries },
      ...queueEncryption(props.encryptionKey),
      enforceSSL: true,
    });
  }
}
