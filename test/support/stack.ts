import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import type { MessageHistory } from '../../app/ports.ts';
import { localFaces } from '../../bin/local-faces.ts';
import type { LocalKeys } from '../../cli/local-keys.ts';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { readMessage } from '../../store/read-message.ts';
import { signed } from './sendgrid.ts';
import { eventually } from './wait.ts';

type Row = Record<string, unknown>;

/** A running stack of a test's own, and what a test wants to do with it. */
export type Stack = LocalStack & {
  readonly dynamoDb: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  readonly messagesTable: string;
  readonly providerKeys: LocalKeys;
  /** What the local stack signs with in the provider's place. */
  signingKeyOf(provider: string): string;
  /** Posts a body to /webhooks/sendgrid, signed as SendGrid signs; answers with the status. */
  postToSendgrid(body: string | Buffer | object[], signedAt?: Date): Promise<number>;
  post(provider: string, request: { headers: Record<string, string>; body: Buffer }): Promise<number>;
  publishToTopic(report: object): Promise<void>;
  message(messageId: string): Promise<MessageHistory | undefined>;
  rows(): Promise<Row[]>;
  /** Visible, in flight and delayed: what a queue has not finished with. */
  depthOf(output: 'EventsQueueUrl' | 'DeadLetterQueueUrl'): Promise<number>;
  /** Takes everything out of the dead letters. */
  takeDeadLetters(): Promise<Message[]>;
  untilIdle(): Promise<void>;
};

export async function aStack(options: Partial<LocalStackOptions> = {}): Promise<Stack> {
  const { providerKeys, options: faces } = await localFaces(options.dataDir);
  const stack = await startLocalStack({
    assemblyDir: inject('assemblyDir'),
    dynamoDbEndpoint: inject('dynamoDbEndpoint'),
    namePrefix: `t${randomBytes(4).toString('hex')}-`,
    visibilitySeconds: 1,
    concurrency: 1,
    ...faces,
    ...options,
  });
  const { region, awsEndpoint, dynamoDbEndpoint } = stack.endpoints;
  const shared = { region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  const dynamoDb = DynamoDBDocumentClient.from(new DynamoDBClient({ ...shared, endpoint: dynamoDbEndpoint }));
  const sqs = new SQSClient({ ...shared, endpoint: awsEndpoint });
  const sns = new SNSClient({ ...shared, endpoint: awsEndpoint });
  const output = (name: string) => {
    const value = stack.outputs[name];
    if (!value) throw new Error(`the stack has no output ${name}`);
    return value;
  };
  const messagesTable = output('MessagesTableName');
  const signingKeyOf = (provider: string) => {
    const keys = providerKeys[provider];
    if (!keys) throw new Error(`the stack has no keys of ${provider}`);
    return keys.signingKey;
  };

  const post: Stack['post'] = async (provider, { headers, body }) => {
    const response = await fetch(`${stack.apiUrl}/webhooks/${provider}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  const depthOf: Stack['depthOf'] = (queue) => queueDepth(sqs, output(queue));

  return {
    ...stack,
    dynamoDb,
    sqs,
    messagesTable,
    providerKeys,
    signingKeyOf,
    post,
    depthOf,
    postToSendgrid: (body, signedAt) => {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      return post('sendgrid', signed(text, signingKeyOf('sendgrid'), signedAt));
    },
    publishToTopic: async (report) => {
      await sns.send(
        new PublishCommand({ TopicArn: output('SesTopicArn'), Message: JSON.stringify(report) }),
      );
    },
    message: (messageId) => readMessage(dynamoDb, messagesTable, messageId),
    rows: async () =>
      (await dynamoDb.send(new ScanCommand({ TableName: messagesTable, ConsistentRead: true }))).Items ?? [],
    takeDeadLetters: async () => {
      const taken: Message[] = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: output('DeadLetterQueueUrl'),
            MaxNumberOfMessages: 10,
            MessageAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) return taken;
        for (const message of Messages) {
          taken.push(message);
          await sqs.send(
            new DeleteMessageCommand({
              QueueUrl: output('DeadLetterQueueUrl'),
              ReceiptHandle: message.ReceiptHandle,
            }),
          );
        }
      }
    },
    untilIdle: async () => {
      await eventually('the events queue to be empty', async () => (await depthOf('EventsQueueUrl')) === 0);
    },
  };
}

/** A SendGrid report with sensible facts; what a scenario is about, it says. */
export function aReport(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    email: 'ana@example.com',
    timestamp: 1767225600,
    event: 'delivered',
    sg_event_id: randomBytes(8).toString('hex'),
    sg_message_id: 'm1.recvd-7c4-1-6955-1.0',
    ...fields,
  };
}
