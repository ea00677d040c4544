import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDeadLetters, usualLook } from '../../app/dead-letters.ts';
import { redriveDeadLetters } from '../../app/redrive.ts';
import { deadLetterQueue } from '../../queue/dead-letter-queue.ts';
import { readLetter } from '../../queue/read-letter.ts';
import { type Messaging, startMessaging } from '../local/support/messaging.ts';
import { eventually } from '../support/wait.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await messaging.sqs.createQueue({ QueueName: 'dead' });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: messaging.arnOf('dead'), maxReceiveCount: 5 });
  await messaging.sqs.createQueue({ QueueName: 'events', Attributes: { RedrivePolicy } });
});
afterAll(() => messaging?.stop());
beforeEach(async () => {
  messaging.faults.intercept = undefined;
  for (const name of ['dead', 'events']) await messaging.sqs.purgeQueue({ QueueUrl: messaging.urlOf(name) });
});

const text = (StringValue: string) => ({ DataType: 'String', StringValue });

/** Fills the queue of dead letters; every third one is from resend. */
async function bury(count: number, body = 'not JSON'): Promise<void> {
  for (let index = 0; index < count; index += 10) {
    const Entries = Array.from({ length: Math.min(10, count - index) }, (_, place) => ({
      Id: String(place),
      MessageBody: body,
      MessageAttributes: { provider: text((index + place) % 3 === 0 ? 'resend' : 'sendgrid') },
    }));
    // Not more than one at a time when they are large: together they must not be larger than one may be.
    for (const some of body.length > 1_000 ? Entries.map((entry) => [entry]) : [Entries])
      await messaging.sqs.send(
        new SendMessageBatchCommand({ QueueUrl: messaging.urlOf('dead'), Entries: some }),
      );
  }
}

function queueOf(isRedrivable = true) {
  return deadLetterQueue({
    sqs: messaging.sqs,
    url: messaging.urlOf('dead'),
    eventsQueueUrl: messaging.urlOf('events'),
    isRedrivable,
    read: (message) => readLetter(message, 'ses', () => undefined),
    isSender: () => true,
  });
}

/** The letters of each queue, hidden ones included. */
async function counts() {
  const [dead, events] = await Promise.all([messaging.countOf('dead'), messaging.countOf('events')]);
  return { dead: dead.waiting + dead.out, events: events.waiting };
}

/** Letters that were handed back become visible a second later. */
const untilAllAreSeen = (count: number) =>
  eventually(`a look to see ${count} letters`, async () => {
    const listed = await listDeadLetters({ filter: {}, all: true }, queueOf());
    return listed.ok && listed.value.lookedAt === count && listed.value;
  });

describe('a queue with more dead letters than are looked at by default', () => {
  const count = usualLook + 205;
  const fromResend = Math.ceil(count / 3);

  it('is listed in part, or as a whole, and all letters stay', async () => {
    await bury(count);
    const part = await listDeadLetters({ filter: {} }, queueOf());
    expect(part).toMatchObject({ value: { lookedAt: usualLook, total: count, isComplete: false } });
    const whole = await untilAllAreSeen(count);
    expect(whole).toMatchObject({ lookedAt: count, total: count, isComplete: true });
    expect(whole.groups.map(({ provider, count: letters }) => [provider, letters])).toEqual([
      ['sendgrid', count - fromResend],
      ['resend', fromResend],
    ]);
    expect(await counts()).toEqual({ dead: count, events: 0 });
  });

  it('gives all letters of one provider back, and then the others', async () => {
    await bury(count);
    const some = await redriveDeadLetters({ filter: { provider: 'resend' }, all: true }, queueOf(), {});
    expect(some).toMatchObject({ value: { moved: fromResend, left: count - fromResend, lookedAt: count } });
    expect(await counts()).toEqual({ dead: count - fromResend, events: fromResend });
    await untilAllAreSeen(count - fromResend);
    const shown: number[] = [];
    await eventually('all to be sent', async () => {
      const onSent = (sent: number) => shown.push(sent);
      const all = await redriveDeadLetters({ filter: {}, all: true }, queueOf(false), { onSent });
      return all.ok && all.value.isComplete;
    });
    expect(shown.reduce((sum, sent) => sum + sent, 0)).toBe(count - fromResend);
    expect(await counts()).toEqual({ dead: 0, events: count });
  });
});

describe('dead letters that are sent again', () => {
  it('may together be larger than one batch of SQS', async () => {
    await bury(5, 'x'.repeat(500_000));
    const answer = await redriveDeadLetters({ filter: { reason: 'no provider' } }, queueOf(), {});
    expect(answer).toMatchObject({ value: { moved: 5, left: 0 } });
    expect(await counts()).toEqual({ dead: 0, events: 5 });
  });

  it('keep their attributes, except what SNS noted about its failure', async () => {
    const MessageAttributes = { provider: text('owl'), ErrorCode: text('AccessDenied') };
    await messaging.sqs.sendMessage({
      QueueUrl: messaging.urlOf('dead'),
      MessageBody: '{}',
      MessageAttributes,
    });
    await redriveDeadLetters({ filter: {}, all: true }, queueOf(false), {});
    const { Messages = [] } = await messaging.sqs.receiveMessage({
      QueueUrl: messaging.urlOf('events'),
      MessageAttributeNames: ['All'],
    });
    expect(Messages[0]?.MessageAttributes).toEqual({ provider: text('owl') });
  });

  it('stay dead letters when SQS does not accept them, and others see them again', async () => {
    await bury(3);
    messaging.faults.intercept = ({ action }) =>
      action === 'SendMessageBatch'
        ? {
            status: 200,
            body: { Successful: [], Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }] },
          }
        : undefined;
    await expect(redriveDeadLetters({ filter: { provider: 'resend' } }, queueOf(), {})).rejects.toThrow(
      'SQS did not accept 1 message (InternalError)',
    );
    await untilAllAreSeen(3);
  });

  it('are sent once, although they fail again and come back meanwhile', async () => {
    await bury(40);
    const QueueUrl = messaging.urlOf('events');
    let isDone = false;
    const failing = (async () => {
      while (!isDone) {
        const { Messages = [] } = await messaging.sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
        for (const { Body: MessageBody = '', ReceiptHandle } of Messages) {
          await messaging.sqs.sendMessage({ QueueUrl: messaging.urlOf('dead'), MessageBody });
          await messaging.sqs.deleteMessage({ QueueUrl, ReceiptHandle });
        }
      }
    })();
    const answer = await redriveDeadLetters({ filter: {}, all: true }, queueOf(), { rate: 20 });
    isDone = true;
    await failing;
    if (!answer.ok) throw new Error('expected an answer');
    // What SQS moves until it hears that it shall stop.
    expect(answer.value.moved).toBeGreaterThanOrEqual(40);
    expect(answer.value.moved).toBeLessThan(80);
    const { Results: [task] = [] } = await messaging.sqs.listMessageMoveTasks({
      SourceArn: messaging.arnOf('dead'),
    });
    expect(task?.Status).not.toBe('RUNNING');
  });

  it('are followed when SQS moves them already, instead of asking it again', async () => {
    await bury(30);
    const SourceArn = messaging.arnOf('dead');
    await messaging.sqs.startMessageMoveTask({ SourceArn, MaxNumberOfMessagesPerSecond: 40 });
    const answer = await redriveDeadLetters({ filter: {}, all: true }, queueOf(), {});
    expect(answer).toMatchObject({ value: { moved: 30, left: 0 } });
  });

  it('go on being moved by SQS when the time to answer is up', async () => {
    await bury(30);
    const timeLimit = { hasTime: () => false };
    const inTime = await redriveDeadLetters({ filter: {}, all: true, timeLimit }, queueOf(), {});
    expect(inTime).toMatchObject({ value: { isComplete: false } });
  });
});
