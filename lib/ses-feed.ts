import { Aws, Duration } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface SesFeedProps {
  /** Where the events of SES go. */
  readonly queue: IQueue;
  /** Make a configuration set that publishes all event types; a string names it. @default false */
  readonly configurationSet?: boolean | string;
}

/** The short way for SES: topic to queue, no HTTP and no signature, because IAM says who may publish. */
export class SesFeed extends Construct {
  readonly topic: Topic;
  /** What SNS could not hand to the queue. */
  readonly deadLetters: Queue;
  readonly configurationSet?: ConfigurationSet;

  constructor(scope: Construct, id: string, props: SesFeedProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', {
      displayName: 'Mailfold: events of SES',
      enforceSSL: true,
      // SHA-256; SNS still signs with SHA-1 unless told otherwise.
      signatureVersion: '2',
    });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowSesOfThisAccount',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        // SES serves everyone: without this, anybody's configuration set could publish here.
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );

    this.deadLetters = new Queue(this, 'DeadLetters', {
      // As long as SQS keeps anything: SNS puts a message here once, and gives it up.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.topic.addSubscription(
      new SqsSubscription(props.queue, {
        deadLetterQueue: this.deadLetters,
        // The envelope of SNS is how the consumer knows that a message is from SES.
        rawMessageDelivery: false,
      }),
    );

    if (props.configurationSet) {
      const name = typeof props.configurationSet === 'string' ? props.configurationSet : undefined;
      this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', { configurationSetName: name });
      this.configurationSet.addEventDestination('Topic', {
        destination: EventDestination.snsTopic(this.topic),
        events: Object.values(EmailSendingEvent),
      });
    }
  }
}
