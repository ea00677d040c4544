import { SQS } from '@aws-sdk/client-sqs';
import { type AwsEndpoint, startAwsEndpoint } from '../../../local/aws-endpoint.ts';
import { account, fakeCredentials, region } from '../../../local/clients.ts';
import { type MessageBroker, startMessageBroker } from '../../../local/message-broker.ts';

export type Messaging = {
  readonly endpoint: AwsEndpoint;
  readonly sqs: SQS;
  readonly untilMessage: MessageBroker['untilMessage'];
  arnOf(name: string): string;
  urlOf(name: string): string;
  /** How many messages wait in a queue, and how many are out with somebody. */
  countOf(name: string): Promise<{ waiting: number; out: number }>;
  stop(): Promise<void>;
};

/** SQS, SNS and secrets without a template. */
export async function startMessaging(): Promise<Messaging> {
  const broker = await startMessageBroker();
  const endpoint = await startAwsEndpoint({ broker, dynamoDbEndpoint: 'http://127.0.0.1:1' });
  const sqs = new SQS({ endpoint: endpoint.url, region, credentials: fakeCredentials, maxAttempts: 1 });
  const urlOf = (name: string) => `${endpoint.url}/${account}/${name}`;
  return {
    endpoint,
    sqs,
    untilMessage: broker.untilMessage,
    urlOf,
    arnOf: (name) => `arn:aws:sqs:${region}:${account}:${name}`,
    async countOf(name) {
      const { Attributes = {} } = await sqs.getQueueAttributes({
        QueueUrl: urlOf(name),
        AttributeNames: ['All'],
      });
      return {
        waiting: Number(Attributes['ApproximateNumberOfMessages']),
        out: Number(Attributes['ApproximateNumberOfMessagesNotVisible']),
      };
    },
    async stop() {
      sqs.destroy();
      await endpoint.stop();
      await broker.stop();
    },
  };
}
