import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { queueEncryption } from './encryption.ts';

export interface SesFeedProps {
  /** Where the events of SES go. */
  readonly queue: IQueue;
  /** Make a configuration set that publishes all event types; a string names it. @default false */
  readonly configurationSet?: boolean | string;
  readonly encryptionKey?: IKey;
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
      masterKey: props.encryptionKey,
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
      ...queueEncryption(props.encryptionKey),
      enforceSSL: true,
    });
    for (const id of ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy']) {
      Validations.of(this.deadLetters).acknowledge({
        id,
        reason:
          'This is the dead-letter queue of a subscription, which the rule does not recognise: nobody consumes it but a person, and an alarm calls that person.',
      });
    }
    // Not by SqsSubscription: with a key of yours on both queue and topic, it makes a circle of key and topic.
    const { policyDependable } = props.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [props.queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.topic.topicArn } },
      }),
    );
    const subscription = new Subscription(this, 'Subscription', {
      topic: this.topic,
      protocol: SubscriptionProtocol.SQS,
      endpoint: props.queue.queueArn,
      deadLetterQueue: this.deadLetters,
      // The envelope of SNS is how the consumer knows that a message is from SES.
      rawMessageDelivery: false,
    });
    if (policyDependable) subscription.node.addDependency(policyDependable);

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
