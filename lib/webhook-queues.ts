import { Duration, Names, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mostAttempts } from '../core/retry-schedule.ts';
import { queueEncryption } from './encryption.ts';

export interface WebhookQueuesProps {
  /** Maximum duration of one run of the sender. */
  readonly senderTimeout: Duration;
  readonly encryptionKey?: IKey;
}

/** The queues of one endpoint. Each endpoint has its own, so that a slow or dead one holds up no other. */
export class WebhookQueues extends Construct {
  readonly queue: Queue;
  /** What was given up, and what came while the endpoint was paused. It waits for a person. */
  readonly setAside: Queue;

  constructor(scope: Construct, id: string, { senderTimeout, encryptionKey }: WebhookQueuesProps) {
    super(scope, id);
    // The sender and the command line know the second name by the first one.
    const queueName = Names.uniqueResourceName(this, { maxLength: 65, separator: '-' });
    const queueArn = Stack.of(this).formatArn({ service: 'sqs', resource: queueName });
    const common = {
      // The maximum of SQS: an endpoint can be down for days.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(encryptionKey),
      enforceSSL: true,
    };
    this.setAside = new Queue(this, 'SetAside', {
      ...common,
      queueName: `${queueName}-set-aside`,
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [Queue.fromQueueArn(this, 'QueueByName', queueArn)],
      },
    });
    Validations.of(this.setAside).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This queue is the end of the way: an alarm calls a person, who sends its messages again.',
    });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName,
      maxMessageSizeBytes: 1024 * 1024,
      // Six times, as AWS advises. The sender itself says when a failed delivery is tried again.
      visibilityTimeout: Duration.seconds(6 * senderTimeout.toSeconds()),
      // The sender sets aside what it gives up. This is for what it cannot even read.
      deadLetterQueue: { queue: this.setAside, maxReceiveCount: 3 * mostAttempts },
    });
  }
}
