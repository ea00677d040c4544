import { Aws, Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  ConfigurationSet,
  ConfigurationSetEventDestination,
  EmailSendingEvent,
  EventDestination,
  type IConfigurationSet,
} from 'aws-cdk-lib/aws-ses';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { BadSetting } from './bad-setting.ts';
import { queueEncryption } from './encryption.ts';
import { sesPrincipal } from './partition.ts';

export interface SesFeedProps {
  /** Where SES events are sent to. */
  readonly queue: IQueue;
  /** Create a configuration set that publishes all event types. Pass a string to name it. @default false */
  readonly configurationSet?: boolean | string;
  /** The name of a configuration set that exists: it gets the topic as an event destination. */
  readonly existingConfigurationSet?: string;
  /** What happens to the configuration set when the stack is deleted, or no longer has it. */
  readonly removalPolicy: RemovalPolicy;
  readonly encryptionKey?: IKey;
}

/** Brings SES events from a topic to the queue, without HTTP and without signatures: IAM limits who may publish. */
export class SesFeed extends Construct {
  readonly topic: Topic;
  /** Events that SNS could not deliver to the queue. */
  readonly deadLetters: Queue;
  readonly configurationSet?: IConfigurationSet;

  constructor(scope: Construct, id: string, props: SesFeedProps) {
    super(scope, id);
    this.topic = this.makeTopic(props.encryptionKey);
    this.deadLetters = this.makeDeadLetters(props.encryptionKey);
    this.subscribe(props.queue);
    this.configurationSet = this.configurationSetOf(props);
    if (this.configurationSet) this.publishFrom(this.configurationSet);
  }

  private makeTopic(masterKey: IKey | undefined): Topic {
    const topic = new Topic(this, 'Topic', {
      displayName: 'Mailfold: SES events',
      enforceSSL: true,
      // Version 2 is SHA-256. The default is SHA-1.
      signatureVersion: '2',
      masterKey,
    });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowSesOfThisAccount',
        effect: Effect.ALLOW,
        principals: [sesPrincipal(this)],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        // The principal is SES for all customers. Without this condition, SES of any account could publish here.
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    return topic;
  }

  private makeDeadLetters(encryptionKey: IKey | undefined): Queue {
    const deadLetters = new Queue(this, 'DeadLetters', {
      // The maximum of SQS: once SNS has put a message here, it does not try again.
      retentionPeriod: Duration.days(14),
      ...queueEncryption(encryptionKey),
      enforceSSL: true,
    });
    for (const id of ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy']) {
      Validations.of(deadLetters).acknowledge({
        id,
        reason:
          'This is the dead-letter queue of a subscription, which the rule does not recognise. Only a person reads it, and an alarm calls that person.',
      });
    }
    return deadLetters;
  }

  /** Not an SqsSubscription: with one KMS key for queue and topic, it would make key and topic depend on each other. */
  private subscribe(queue: IQueue): void {
    const { policyDependable } = queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.topic.topicArn } },
      }),
    );
    const subscription = new Subscription(this, 'Subscription', {
      topic: this.topic,
      protocol: SubscriptionProtocol.SQS,
      endpoint: queue.queueArn,
      deadLetterQueue: this.deadLetters,
      // The consumer recognises SES events by the SNS envelope.
      rawMessageDelivery: false,
    });
    if (policyDependable) subscription.node.addDependency(policyDependable);
  }

  private configurationSetOf(props: SesFeedProps): IConfigurationSet | undefined {
    const { configurationSet: asked, existingConfigurationSet: name, removalPolicy } = props;
    if (name !== undefined && asked)
      throw new BadSetting(
        `expected sesConfigurationSet, for a new configuration set, or existingSesConfigurationSet, for one that exists, found both`,
      );
    if (name !== undefined) return ConfigurationSet.fromConfigurationSetName(this, 'ConfigurationSet', name);
    return asked ? this.makeConfigurationSet(asked, removalPolicy) : undefined;
  }

  private makeConfigurationSet(given: true | string, removalPolicy: RemovalPolicy): ConfigurationSet {
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: given === true ? undefined : given,
    });
    // SES refuses mail that names a configuration set which does not exist, so it outlives the stack by default.
    configurationSet.applyRemovalPolicy(removalPolicy);
    return configurationSet;
  }

  /** The destination goes with the stack, so that the set is free for the topic of the next one. */
  private publishFrom(configurationSet: IConfigurationSet): void {
    new ConfigurationSetEventDestination(configurationSet, 'Topic', {
      configurationSet,
      destination: EventDestination.snsTopic(this.topic),
      events: Object.values(EmailSendingEvent),
    });
  }
}
