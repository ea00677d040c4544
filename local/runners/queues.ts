import { SNS } from '@aws-sdk/client-sns';
import { CannotStart } from './cannot-start.ts';
import { fakeCredentials, region } from './clients.ts';
import { internalQueueUrl, type MessageBroker } from './message-broker.ts';
import type { LocalResource, Resources } from './resources.ts';

const queueAttributes = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'RedrivePolicy',
];

/** Makes the template's queues, topics and subscriptions; queues of an earlier run keep their messages. */
export async function createMessaging(
  resources: Resources,
  broker: MessageBroker,
  endpoint: string,
): Promise<void> {
  await Promise.all(resources.ofType('AWS::SQS::Queue').map((queue) => ensureQueue(queue, broker)));
  const topics = resources.ofType('AWS::SNS::Topic');
  if (topics.length === 0) return;
  const client = new SNS({ endpoint, region, credentials: fakeCredentials });
  try {
    await Promise.all(topics.map((topic) => ensureTopic(topic, client)));
    for (const subscription of resources.ofType('AWS::SNS::Subscription'))
      await subscribe(subscription, client);
  } finally {
    client.destroy();
  }
}

async function ensureQueue(queue: LocalResource, broker: MessageBroker): Promise<void> {
  if (queue.property('FifoQueue')) {
    throw new CannotStart(
      `${queue.logicalId} is a FIFO queue; the local event-source mapping does not keep an order`,
    );
  }
  const attributes = Object.fromEntries(
    queueAttributes.flatMap((name) => {
      const value = queue.property<unknown>(name);
      return value === undefined
        ? []
        : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    }),
  );
  // Made plain, then set: making one that exists with other attributes is an error, on AWS as well.
  await broker.sqs('CreateQueue', { QueueName: queue.name });
  await broker.sqs('SetQueueAttributes', { QueueUrl: internalQueueUrl(queue.name), Attributes: attributes });
}

async function ensureTopic(topic: LocalResource, client: SNS): Promise<void> {
  await client.createTopic({ Name: topic.name });
  // Subscriptions hold no messages, so those of an earlier run are made anew instead of compared.
  const { Subscriptions: earlier = [] } = await client.listSubscriptionsByTopic({ TopicArn: topic.arn });
  for (const { SubscriptionArn } of earlier) await client.unsubscribe({ SubscriptionArn });
}

async function subscribe(subscription: LocalResource, client: SNS): Promise<void> {
  const protocol = subscription.property<string>('Protocol');
  if (protocol !== 'sqs') {
    throw new CannotStart(
      `${subscription.logicalId} subscribes by ${protocol}; the local stack delivers from topics to queues only`,
    );
  }
  const attributes = ['RawMessageDelivery', 'RedrivePolicy', 'FilterPolicy', 'FilterPolicyScope'].flatMap(
    (name) => {
      const value = subscription.property<unknown>(name);
      return value === undefined
        ? []
        : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    },
  );
  await client.subscribe({
    TopicArn: subscription.property<string>('TopicArn'),
    Protocol: protocol,
    Endpoint: subscription.property<string>('Endpoint'),
    Attributes: Object.fromEntries(attributes),
  });
}
