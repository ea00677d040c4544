import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNS } from '@aws-sdk/client-sns';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import type { MessagePage } from '../../app/ports/store.ts';
import { localFaces } from '../../bin/local-faces.ts';
import type { LocalKeys } from '../../cli/local-keys.ts';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { seenKey } from '../../store/keys.ts';
import { dynamoDbEndpoint } from './dynamodb.ts';
import { signed } from './sendgrid.ts';
import { eventually } from './wait.ts';
import { wholeMessage } from './whole-message.ts';

type Row = Record<string, unknown>;

/** A running stack for one test file, with helpers. */
export type Stack = LocalStack & {
  readonly dynamoDb: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  readonly messagesTable: string;
  readonly providerKeys: LocalKeys;
  /** The keys that the simulators sign with. */
  signingKeyOf(provider: string): string;
  /** Posts a body to /webhooks/sendgrid, signed as SendGrid signs. Returns the status code. */
  postToSendgrid(body: string | Buffer | object[], signedAt?: Date): Promise<number>;
  webhookUrl(provider: string): string;
  post(provider: string, request: { headers: Record<string, string>; body: Buffer }): Promise<number>;
  publishToTopic(report: object): Promise<void>;
  message(messageId: string): Promise<MessagePage | undefined>;
  /** All rows of messages. */
  rows(): Promise<Row[]>;
  /** The number of visible, in-flight and delayed messages. */
  depthOf(output: 'EventsQueueUrl' | 'DeadLetterQueueUrl'): Promise<number>;
  /** Receives and deletes all dead letters. */
  takeDeadLetters(): Promise<Message[]>;
  untilIdle(): Promise<void>;
};

export async function aStack(options: Partial<LocalStackOptions> = {}): Promise<Stack> {
  const { providerKeys, options: faces } = await localFaces(options.dataDir);
  const stack = await startLocalStack({
    assemblyDir: inject('assemblyDir'),
    dynamoDbEndpoint: dynamoDbEndpoint(),
    namePrefix: `t${randomBytes(4).toString('hex')}-`,
    visibilitySeconds: 1,
    // Nothing is gained by waiting for more events.
    longestWindowSeconds: 0,
    runSchedules: false,
    // Few scenarios need all functions.
    warm: false,
    concurrency: 1,
    // So that the calls of each function are held against its role, as on AWS.
    interceptDynamoDb: true,
    ...faces,
    ...options,
  });
  const { dynamoDb, sqs, sns } = clientsOf(stack);
  const output = (name: string) => outputOf(stack, name);
  const messagesTable = output('MessagesTableName');
  const signingKeyOf = (provider: string) => {
    const keys = providerKeys[provider];
    if (!keys) throw new Error(`the stack has no keys of ${provider}`);
    return keys.signingKey;
  };
  const webhookUrl = (provider: string) => `${stack.apiUrl}/webhooks/${provider}`;
  const post: Stack['post'] = (provider, request) => postTo(webhookUrl(provider), request);
  const depthOf: Stack['depthOf'] = (queue) => queueDepth(sqs, output(queue));

  return {
    ...stack,
    dynamoDb,
    sqs,
    messagesTable,
    providerKeys,
    signingKeyOf,
    webhookUrl,
    post,
    depthOf,
    postToSendgrid: (body, signedAt) => {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      return post('sendgrid', signed(text, signingKeyOf('sendgrid'), signedAt));
    },
    publishToTopic: async (report) => {
      await sns.publish({ TopicArn: output('SesTopicArn'), Message: JSON.stringify(report) });
    },
    message: (messageId) => wholeMessage(dynamoDb, messagesTable, messageId),
    rows: async () => {
      const scan = new ScanCommand({ TableName: messagesTable, ConsistentRead: true });
      const { Items = [] } = await dynamoDb.send(scan);
      return Items.filter(({ messageId }) => messageId !== seenKey);
    },
    takeDeadLetters: () => takeAll(sqs, output('DeadLetterQueueUrl')),
    untilIdle: async () => {
      await eventually('the events queue to be empty', async () => (await depthOf('EventsQueueUrl')) === 0);
    },
  };
}

function clientsOf({ endpoints }: LocalStack) {
  const { region, awsEndpoint, dynamoDbEndpoint } = endpoints;
  const shared = { region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  return {
    dynamoDb: DynamoDBDocumentClient.from(new DynamoDBClient({ ...shared, endpoint: dynamoDbEndpoint })),
    sqs: new SQSClient({ ...shared, endpoint: awsEndpoint }),
    sns: new SNS({ ...shared, endpoint: awsEndpoint }),
  };
}

function outputOf({ outputs }: LocalStack, name: string): string {
  const value = outputs[name];
  if (!value) throw new Error(`the stack has no output ${name}`);
  return value;
}

async function postTo(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

async function takeAll(sqs: SQSClient, QueueUrl: string): Promise<Message[]> {
  const taken: Message[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
    );
    if (Messages.length === 0) return taken;
    for (const message of Messages) {
      taken.push(message);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    }
  }
}

/** A SendGrid report that names neither message nor recipient nor time. Any of them would make it an event. */
export function anUnreadableReport(): Record<string, unknown> {
  return { event: 'delivered', timestamp: 'soon', sg_event_id: randomBytes(8).toString('hex') };
}

/** A SendGrid report with default values. A scenario overrides what it is about. */
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
