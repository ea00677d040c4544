import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SNS } from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientSettings } from '../../local/clients.ts';
import { runTemplate } from '../../local/run-template.ts';
import { tables } from '../../local/runners/tables.ts';
import { aTemplate } from './support/assembly.ts';
import { type Messaging, startMessaging } from './support/messaging.ts';

let messaging: Messaging;

beforeEach(async () => {
  messaging = await startMessaging();
});

afterEach(() => messaging.stop());

const client = (endpoint: string) => ({ ...clientSettings(endpoint), maxAttempts: 1 });

describe("the stack's AWS endpoint", () => {
  it('returns queue URLs that lead back to it', async () => {
    const { sqs, urlOf } = messaging;
    expect(await sqs.createQueue({ QueueName: 'events' })).toMatchObject({ QueueUrl: urlOf('events') });
    expect(await sqs.getQueueUrl({ QueueName: 'events' })).toMatchObject({ QueueUrl: urlOf('events') });
    expect(await sqs.listQueues({})).toMatchObject({ QueueUrls: [urlOf('events')] });
  });

  it('passes publications on to SNS', async () => {
    const sns = new SNS(client(messaging.awsEndpoint));
    const { TopicArn } = await sns.createTopic({ Name: 'ses' });
    await messaging.sqs.createQueue({ QueueName: 'events' });
    await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: messaging.arnOf('events') });
    await sns.publish({ TopicArn, Message: 'bounced 🎈' });
    const { Messages = [] } = await messaging.sqs.receiveMessage({ QueueUrl: messaging.urlOf('events') });
    expect(JSON.parse(Messages[0]?.Body ?? '{}')).toMatchObject({
      Type: 'Notification',
      Message: 'bounced 🎈',
    });
  });

  it('refuses a service it does not have, and says which ones it has', async () => {
    const response = await fetch(messaging.awsEndpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSSM.GetParameter', 'content-type': 'application/x-amz-json-1.1' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no service for AmazonSSM.GetParameter; it has sqs, sns');
  });

  it('answers with an error when DynamoDB Local is out of reach', async () => {
    const { run, stop } = await runTemplate(aTemplate({}), [tables], {
      dynamoDbEndpoint: 'http://127.0.0.1:1',
    });
    await expect(new DynamoDB(client(run.awsEndpoint)).listTables({})).rejects.toThrow(/fetch failed/);
    await stop();
  });

  it('fails as a test asks it to, until the test takes that back', async () => {
    const { sqs, faults, urlOf } = messaging;
    await sqs.createQueue({ QueueName: 'events' });
    const calls: unknown[] = [];
    faults.intercept = ({ service, action, body }) => {
      calls.push([service, action, body['MessageBody']]);
      return { status: 503, body: { __type: 'ServiceUnavailable', message: 'come back later' } };
    };
    const message = { QueueUrl: urlOf('events'), MessageBody: 'a' };
    await expect(sqs.sendMessage(message)).rejects.toThrow('come back later');
    expect(calls).toEqual([['sqs', 'SendMessage', 'a']]);
    faults.intercept = undefined;
    await sqs.sendMessage(message);
    expect(await messaging.countOf('events')).toEqual({ waiting: 1, out: 0 });
  });
});

describe('dead letters', () => {
  beforeEach(async () => {
    await messaging.sqs.createQueue({ QueueName: 'dead' });
    await messaging.sqs.createQueue({
      QueueName: 'events',
      Attributes: {
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: messaging.arnOf('dead'), maxReceiveCount: 1 }),
      },
    });
  });

  const SourceArn = () => messaging.arnOf('dead');
  const latestTask = async () =>
    (await messaging.sqs.listMessageMoveTasks({ SourceArn: SourceArn(), MaxResults: 1 })).Results?.[0];

  it('go back to the queue they came from, with body and attributes', async () => {
    const { sqs, urlOf } = messaging;
    for (let count = 0; count < 12; count += 1) {
      await sqs.sendMessage({
        QueueUrl: urlOf('dead'),
        MessageBody: `event ${count}`,
        MessageAttributes: { provider: { DataType: 'String', StringValue: 'ses' } },
      });
    }
    const { TaskHandle } = await sqs.startMessageMoveTask({ SourceArn: SourceArn() });
    expect(TaskHandle).toBeTruthy();
    await vi.waitFor(async () => expect((await latestTask())?.Status).toBe('COMPLETED'));
    expect(await latestTask()).toMatchObject({
      ApproximateNumberOfMessagesMoved: 12,
      ApproximateNumberOfMessagesToMove: 12,
      SourceArn: SourceArn(),
    });
    expect(await messaging.countOf('dead')).toEqual({ waiting: 0, out: 0 });
    expect(await messaging.countOf('events')).toEqual({ waiting: 12, out: 0 });
    const { Messages = [] } = await sqs.receiveMessage({
      QueueUrl: urlOf('events'),
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    expect(Messages[0]).toMatchObject({
      Body: expect.stringMatching(/^event \d+$/),
      MessageAttributes: { provider: { DataType: 'String', StringValue: 'ses' } },
      Attributes: { ApproximateReceiveCount: '1' },
    });
  });

  it('go to another queue when one is named', async () => {
    const { sqs, urlOf, arnOf } = messaging;
    await sqs.createQueue({ QueueName: 'elsewhere' });
    await sqs.sendMessage({ QueueUrl: urlOf('dead'), MessageBody: 'a' });
    await sqs.startMessageMoveTask({ SourceArn: SourceArn(), DestinationArn: arnOf('elsewhere') });
    await vi.waitFor(async () =>
      expect(await messaging.countOf('elsewhere')).toEqual({ waiting: 1, out: 0 }),
    );
  });

  it('stay where they are once the move is cancelled', async () => {
    const { sqs, urlOf } = messaging;
    for (const MessageBody of ['a', 'b', 'c'])
      await sqs.sendMessage({ QueueUrl: urlOf('dead'), MessageBody });
    const { TaskHandle } = await sqs.startMessageMoveTask({
      SourceArn: SourceArn(),
      MaxNumberOfMessagesPerSecond: 1,
    });
    await sqs.cancelMessageMoveTask({ TaskHandle });
    await vi.waitFor(async () => expect((await latestTask())?.Status).toBe('CANCELLED'), 3_000);
    expect((await messaging.countOf('dead')).waiting).toBeGreaterThanOrEqual(2);
  });

  it('are moved by one task at a time', async () => {
    const { sqs, urlOf } = messaging;
    await sqs.sendMessage({ QueueUrl: urlOf('dead'), MessageBody: 'a' });
    await sqs.startMessageMoveTask({ SourceArn: SourceArn(), MaxNumberOfMessagesPerSecond: 1 });
    await expect(sqs.startMessageMoveTask({ SourceArn: SourceArn() })).rejects.toThrow(
      /already a task running/,
    );
  });

  it('are the only messages that can be moved back', async () => {
    await expect(
      messaging.sqs.startMessageMoveTask({ SourceArn: messaging.arnOf('events') }),
    ).rejects.toThrow('Source queue must be configured as a Dead Letter Queue.');
    await expect(
      messaging.sqs.startMessageMoveTask({ SourceArn: messaging.arnOf('nowhere') }),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('can be traced to the queues they come from', async () => {
    const { sqs, urlOf } = messaging;
    const { queueUrls } = await sqs.listDeadLetterSourceQueues({ QueueUrl: urlOf('dead') });
    expect(queueUrls).toEqual([urlOf('events')]);
  });
});
