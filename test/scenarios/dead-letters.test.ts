import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { anUnreadableReport, aReport } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine({ interceptDynamoDb: true });
});
afterAll(() => stack?.stop());

const dead = () => stack.depthOf('DeadLetterQueueUrl');
const untilDead = (count: number) =>
  eventually(`${count} dead letters`, async () => (await dead()) === count);
const json = async (...words: string[]) => {
  const { out, exitCode, error } = await commandLine(...words, '--json');
  expect(error).toBe('');
  return { exitCode, answer: JSON.parse(out) };
};
/** Makes all writes of events fail, so that readable events become dead letters too. */
const breakTable = () => {
  stack.faults.intercept = ({ service, action }) =>
    service === 'dynamodb' && ['PutItem', 'BatchExecuteStatement'].includes(action)
      ? { status: 400, body: { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' } }
      : undefined;
};

describe('mailfold dlq', () => {
  it('says that there are none when the queue is empty', async () => {
    expect(await commandLine('dlq', 'list')).toMatchObject({ exitCode: 0, out: 'No dead letters found.\n' });
  });

  it('lists, shows and redrives letters of every kind', async () => {
    breakTable();
    const odd = 'with an emoji \u{1f4e7}';
    await stack.postToSendgrid([aReport(), anUnreadableReport()]);
    await stack.postToSendgrid([aReport({ sg_message_id: 'odd.recvd-1', note: odd })]);
    await stack.postToSendgrid('no JSON at all');
    const mail = {
      timestamp: '2026-01-01T00:00:00.000Z',
      messageId: 'ses-1',
      destination: ['a@example.com'],
    };
    await stack.publishToTopic({ eventType: 'Send', send: {}, mail });
    // The bad event of the first batch is split off only after its good one is stored.
    await untilDead(4);
    stack.faults.intercept = undefined;

    const { exitCode, answer } = await json('dlq', 'list');
    expect(exitCode).toBe(1);
    expect(
      answer.groups.map(({ provider, count }: { provider: string; count: number }) => [provider, count]),
    ).toEqual(
      expect.arrayContaining([
        ['sendgrid', 1],
        ['ses', 1],
      ]),
    );
    expect(answer).toMatchObject({ lookedAt: 4, total: 4, isComplete: true });
    expect((await commandLine('dlq', 'list')).out).toMatch(/^count +provider +oldest +reason/);

    const shown = await json('dlq', 'show', '--provider', 'sendgrid');
    expect(shown.answer.letters.map(({ body }: { body: string }) => body)).toEqual(
      expect.arrayContaining(['no JSON at all', expect.stringContaining(odd)]),
    );
    // Showing the letters did not remove them.
    expect(await dead()).toBe(4);

    expect((await json('dlq', 'redrive', '--all', '--dry-run')).answer).toMatchObject({
      moved: 4,
      left: 0,
      dryRun: true,
    });
    expect(await dead()).toBe(4);
    const some = await json('dlq', 'redrive', '--provider', 'ses');
    expect(some.answer).toMatchObject({ moved: 1, left: 3, lookedAt: 4, dryRun: false });
    expect((await json('dlq', 'redrive', '--all', '--yes')).answer).toMatchObject({
      moved: 3,
      dryRun: false,
    });
    await eventually('the readable ones to be stored', async () => {
      const stored = await Promise.all(['m1', 'odd', 'ses-1'].map((id) => stack.message(id)));
      // Statuses were written all along: only the writes of event rows failed.
      return stored.every((message) => message?.recipients[0]?.events.length === 1);
    });
    expect((await stack.message('odd'))?.recipients[0]?.events[0]?.payload).toMatchObject({ note: odd });
    // What cannot be read becomes a dead letter again: the body, and the event that was split off.
    await untilDead(2);
    const reasons = (await json('dlq', 'list')).answer.groups
      .map(({ reason }: { reason: string }) => reason)
      .toSorted();
    expect(reasons).toEqual([
      'expected a message, a recipient or a time, found none of them',
      expect.stringContaining('sendgrid: expected a JSON body'),
    ]);
  });

  it('sends SES events that SNS could not deliver to the events queue', async () => {
    const mail = {
      timestamp: '2026-01-01T00:00:00.000Z',
      messageId: 'ses-2',
      destination: ['a@example.com'],
    };
    const envelope = {
      Type: 'Notification',
      MessageId: 'x',
      TopicArn: 'arn',
      Message: JSON.stringify({ eventType: 'Send', send: {}, mail }),
    };
    const QueueUrl = stack.outputs['SesDeadLetterQueueUrl'];
    const why = { DataType: 'String', StringValue: 'AccessDenied' };
    const MessageAttributes = { ErrorCode: why, ErrorMessage: { ...why, StringValue: 'Not authorized' } };
    const MessageBody = JSON.stringify(envelope);
    await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageAttributes }));
    expect((await json('dlq', 'list', '--queue', 'ses')).answer.groups).toMatchObject([
      { provider: 'ses', count: 1, reason: 'SNS could not deliver it: AccessDenied, Not authorized' },
    ]);
    expect((await json('dlq', 'redrive', '--all', '--yes', '--queue', 'ses')).answer).toMatchObject({
      moved: 1,
      left: 0,
      dryRun: false,
    });
    await eventually('the event to be stored', async () => (await stack.message('ses-2')) !== undefined);
  });

  it('refuses to redrive without a selection', async () => {
    expect(await commandLine('dlq', 'redrive')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('expected all dead letters, or some'),
    });
    // A script whose variable is empty has selected nothing.
    expect(await commandLine('dlq', 'redrive', '--reason', '')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('expected all dead letters, or some'),
    });
    expect(await commandLine('dlq', 'list', '--queue', 'other')).toMatchObject({ exitCode: 2 });
  });
});
