import { EventBridge, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { type Message, SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientSettings, fakeCredentials } from '../../local/clients.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { readStatements } from '../../local/permissions.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { events } from '../../local/runners/events.ts';
import { queues } from '../../local/runners/queues.ts';
import { aTemplate, temporaryFolder } from './support/assembly.ts';

const arnOf = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const rule = (EventPattern: object, target: object = {}, more: object = {}) => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    EventBusName: { Ref: 'Bus' },
    EventPattern,
    Targets: [{ Id: 'Queue', Arn: arnOf('Bounces'), ...target }],
    ...more,
  },
});

const resources = {
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'mail' } },
  Bounces: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'bounces' } },
  Dead: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead' } },
  Rule: rule({ source: ['mailer'], 'detail-type': [{ prefix: 'email.' }], detail: { type: ['bounce'] } }),
  Archive: {
    Type: 'AWS::Events::Archive',
    Properties: {
      ArchiveName: 'mail-archive',
      SourceArn: arnOf('Bus'),
      EventPattern: { source: ['mailer'] },
      RetentionDays: 30,
    },
  },
  Policy: { Type: 'AWS::Events::EventBusPolicy' },
};

let running: RunningTemplate;
let bridge: EventBridge;
let sqs: SQS;

async function start(changed: object = {}, options: LocalStackOptions = {}): Promise<void> {
  const template = aTemplate({ ...resources, ...changed } as never);
  running = await runTemplate(template, [queues, events], { visibilitySeconds: 0, ...options });
  const settings = { ...clientSettings(running.run.awsEndpoint), maxAttempts: 1 };
  bridge = new EventBridge(settings);
  sqs = new SQS(settings);
}

async function stop(): Promise<void> {
  bridge?.destroy();
  sqs?.destroy();
  await running?.stop();
}

afterEach(stop);

const anEntry = (changed: Partial<PutEventsRequestEntry> = {}): PutEventsRequestEntry => ({
  EventBusName: 'mail',
  Source: 'mailer',
  DetailType: 'email.bounced',
  Detail: JSON.stringify({ type: 'bounce', id: 'e1' }),
  ...changed,
});
const tell = (...Entries: PutEventsRequestEntry[]) => bridge.putEvents({ Entries });
const urlOf = (queue: string) => `${running.run.awsEndpoint}/000000000000/${queue}`;

/** Receives until there are `count` messages, then looks once more. */
async function received(queue: string, count: number): Promise<Message[]> {
  const all: Message[] = [];
  const look = async () => {
    const { Messages = [] } = await sqs.receiveMessage({
      QueueUrl: urlOf(queue),
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
    });
    all.push(...Messages);
    expect(all.length).toBeGreaterThanOrEqual(count);
  };
  await vi.waitFor(look, 20_000);
  await look();
  return all;
}
const bodies = async (queue: string, count: number) =>
  (await received(queue, count)).map(({ Body }) => JSON.parse(Body ?? ''));

describe('an event', () => {
  it('reaches the queue of each rule that matches it, in the shape of EventBridge', async () => {
    await start({ All: rule({ account: [{ exists: true }] }, { InputPath: '$.detail.id' }) });
    const Time = new Date('2026-11-16T09:00:00Z');
    const Detail = JSON.stringify({ type: 'bounce', id: 'e1', note: '🎈' });
    const answer = await tell(
      anEntry({ Detail, Time, Resources: ['arn:x'] }),
      anEntry({ Detail: JSON.stringify({ type: 'open', id: 'e2' }) }),
    );
    expect(answer).toMatchObject({ FailedEntryCount: 0 });
    const found = await bodies('bounces', 3);
    expect(found.filter((body) => typeof body === 'string').sort()).toEqual(['e1', 'e2']);
    expect(found.filter((body) => typeof body !== 'string')).toEqual([
      {
        version: '0',
        id: answer.Entries?.[0]?.EventId,
        'detail-type': 'email.bounced',
        source: 'mailer',
        account: '000000000000',
        time: '2026-11-16T09:00:00Z',
        region: 'us-east-1',
        resources: ['arn:x'],
        detail: { type: 'bounce', id: 'e1', note: '🎈' },
      },
    ]);
  });

  it('does not reach rules of another bus, or rules that are disabled', async () => {
    const everything = { source: [{ exists: true }] };
    await start({
      Rule: rule(everything, { Input: '"of default"' }, { EventBusName: { Ref: 'AWS::NoValue' } }),
      Off: rule(everything, { Input: '"off"' }, { State: 'DISABLED' }),
      On: rule(everything, { Input: '"on"' }),
    });
    await tell(anEntry());
    expect(await bodies('bounces', 1)).toEqual(['on']);
  });

  it.each([
    [{ Source: '' }, 'InvalidArgument', 'Source is a required argument'],
    [{ Source: 'aws.s3' }, 'NotAuthorizedForSourceException', 'aws.s3'],
    [{ Detail: 'text' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '[1]' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: JSON.stringify({ x: 'x'.repeat(256 * 1_024) }) }, 'InvalidArgument', 'the limit is 262144'],
    [{ EventBusName: 'other' }, 'ResourceNotFoundException', 'Event bus other does not exist.'],
  ])('that is not valid fails alone: case %#', async (changed, ErrorCode, message) => {
    await start();
    const { FailedEntryCount, Entries = [] } = await tell(anEntry(), anEntry(changed));
    expect([FailedEntryCount, Entries[0]?.ErrorCode]).toEqual([1, undefined]);
    expect(Entries[1]).toMatchObject({ ErrorCode, ErrorMessage: expect.stringContaining(message) });
    expect(await bodies('bounces', 1)).toHaveLength(1);
  });

  it('can be told with nine others, up to a megabyte together', async () => {
    await start();
    const ten = Array.from({ length: 10 }, () => anEntry());
    await expect(tell(...ten, anEntry())).rejects.toMatchObject({ name: 'ValidationException' });
    const Detail = JSON.stringify({ type: 'large', x: 'x'.repeat(220 * 1_024) });
    await expect(tell(...ten.slice(0, 5).map((entry) => ({ ...entry, Detail })))).rejects.toThrow(
      'Total size of the entries in the request is over the limit.',
    );
    expect(await tell(...ten)).toMatchObject({ FailedEntryCount: 0 });
    expect(await received('bounces', 10)).toHaveLength(10);
  });

  it('that cannot be delivered is tried again, and becomes a dead letter with the reason', async () => {
    const target = { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: { Arn: arnOf('Dead') } };
    await start({ Rule: rule({ source: ['mailer'] }, target) });
    let tries = 0;
    running.faults.intercept = ({ service, action, body }) => {
      if (service !== 'sqs' || action !== 'SendMessage' || !String(body['QueueUrl']).endsWith('/bounces'))
        return undefined;
      tries += 1;
      return { status: 500, body: { __type: 'InternalFailure', message: 'trouble' } };
    };
    await tell(anEntry());
    const [message] = await received('dead', 1);
    expect(tries).toBe(3);
    expect(JSON.parse(message?.Body ?? '')).toMatchObject({ detail: { id: 'e1' } });
    expect(message?.MessageAttributes).toMatchObject({
      RULE_ARN: { StringValue: 'arn:aws:events:us-east-1:000000000000:rule/mail/Tiny-Rule' },
      TARGET_ARN: { StringValue: 'arn:aws:sqs:us-east-1:000000000000:bounces' },
      RETRY_ATTEMPTS: { StringValue: '2' },
      EXHAUSTED_RETRY_CONDITION: { StringValue: 'MaximumRetryAttempts' },
    });
  });
});

describe('a rule that is made while the stack runs', () => {
  const onBus = { EventBusName: 'mail' };
  const EventPattern = JSON.stringify({ detail: { type: ['open'] } });
  const opened = anEntry({ Detail: JSON.stringify({ type: 'open' }) });

  beforeEach(() => start());

  it('sends to a queue that is made too, until it is removed', async () => {
    await sqs.createQueue({ QueueName: 'temporary' });
    const Arn = 'arn:aws:sqs:us-east-1:000000000000:temporary';
    const { RuleArn } = await bridge.putRule({ Name: 'listen', ...onBus, EventPattern });
    expect(RuleArn).toBe('arn:aws:events:us-east-1:000000000000:rule/mail/listen');
    expect(await bridge.putTargets({ Rule: 'listen', ...onBus, Targets: [{ Id: '1', Arn }] })).toMatchObject({
      FailedEntryCount: 0,
    });
    await tell(opened, anEntry());
    expect(await bodies('temporary', 1)).toMatchObject([{ detail: { type: 'open' } }]);

    expect((await bridge.listRules({ ...onBus, NamePrefix: 'lis' })).Rules).toMatchObject([
      { Name: 'listen', State: 'ENABLED' },
    ]);
    expect((await bridge.listTargetsByRule({ Rule: 'listen', ...onBus })).Targets).toEqual([
      { Id: '1', Arn },
    ]);
    await expect(bridge.deleteRule({ Name: 'listen', ...onBus })).rejects.toThrow(
      "Rule can't be deleted since it has targets.",
    );
    await bridge.removeTargets({ Rule: 'listen', ...onBus, Ids: ['1'] });
    await bridge.deleteRule({ Name: 'listen', ...onBus });
    await bridge.deleteRule({ Name: 'listen', ...onBus });
    await tell(opened, anEntry());
    // The bounce came after the open, and only it is delivered.
    expect(await received('bounces', 2)).toHaveLength(2);
    await expect(bridge.describeRule({ Name: 'listen', ...onBus })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('can be switched off and on, and keeps its targets when its pattern changes', async () => {
    const Name = String((await bridge.listRules(onBus)).Rules?.[0]?.Name);
    await bridge.disableRule({ Name, ...onBus });
    await tell(anEntry({ Detail: JSON.stringify({ type: 'bounce', id: 'unseen' }) }));
    await bridge.enableRule({ Name, ...onBus });
    await bridge.putRule({ Name, ...onBus, EventPattern });
    await tell(anEntry(), opened);
    expect(await bodies('bounces', 1)).toMatchObject([{ detail: { type: 'open' } }]);
  });

  it.each([
    [
      'an odd pattern',
      { EventPattern: '{"a": {}}' },
      'InvalidEventPatternException',
      'Event pattern is not valid. Reason: a is empty',
    ],
    [
      'a schedule',
      { ScheduleExpression: 'rate(1 hour)' },
      'ValidationException',
      'rules of the local stack have no ScheduleExpression',
    ],
    [
      'another bus',
      { EventBusName: 'x', EventPattern },
      'ResourceNotFoundException',
      'Event bus x does not exist.',
    ],
  ])('with %s is refused', async (_, changed, name, message) => {
    await expect(bridge.putRule({ Name: 'r', ...onBus, ...changed })).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    });
  });

  it('takes no target that it could not serve', async () => {
    const Rule = 'Tiny-Rule';
    const put = (target: object) =>
      bridge.putTargets({ Rule, ...onBus, Targets: [{ Id: 't', Arn: 'arn:aws:sqs:a:b:c', ...target }] });
    await expect(put({ Arn: 'arn:aws:kinesis:x' })).rejects.toThrow(
      'target t is arn:aws:kinesis:x; local rules send only to',
    );
    await expect(put({ InputTransformer: { InputTemplate: '"x"' } })).rejects.toThrow(
      'target t has InputTransformer, which',
    );
    await expect(put({ InputPath: '$.a[0]' })).rejects.toThrow('target t has the InputPath $.a[0];');
    const six = Array.from({ length: 6 }, (_, index) => ({ Id: `t${index}`, Arn: 'arn:aws:sqs:a:b:c' }));
    await expect(bridge.putTargets({ Rule, ...onBus, Targets: six })).rejects.toMatchObject({
      name: 'LimitExceededException',
    });
  });

  it('can be tried before it is made', async () => {
    const Event = JSON.stringify({ detail: { type: 'open' } });
    expect((await bridge.testEventPattern({ EventPattern, Event })).Result).toBe(true);
  });
});

describe('an archive', () => {
  const replay = (ReplayName: string, more: object = {}) =>
    bridge.startReplay({
      ReplayName,
      EventSourceArn: 'arn:aws:events:us-east-1:000000000000:archive/mail-archive',
      EventStartTime: new Date(Date.now() - 3_600_000),
      EventEndTime: new Date(Date.now() + 3_600_000),
      Destination: { Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/mail' },
      ...more,
    });

  it('keeps what its pattern matches, and sends it to the rules again', async () => {
    await start();
    const old = new Date(Date.now() - 40 * 86_400_000);
    await tell(
      anEntry(),
      anEntry({ Source: 'other' }),
      anEntry({ Time: old, Detail: '{"type":"bounce","id":"old"}' }),
    );
    const [first] = await bodies('bounces', 2);
    expect((await bridge.describeArchive({ ArchiveName: 'mail-archive' })).EventCount).toBe(1);
    await replay('again', { EventStartTime: new Date(0) });
    expect((await bridge.describeReplay({ ReplayName: 'again' })).State).toBe('COMPLETED');
    expect(await bodies('bounces', 1)).toEqual([{ ...first, 'replay-name': 'again' }]);
    await expect(replay('again')).rejects.toMatchObject({ name: 'ResourceAlreadyExistsException' });
    await replay('elsewhere', {
      Destination: { Arn: 'arn:x:event-bus/mail', FilterArns: ['arn:another-rule'] },
    });
    await replay('before', { EventEndTime: new Date(Date.now() - 1_800_000) });
    await tell(anEntry({ Detail: '{"type":"bounce","id":"last"}' }));
    expect(await bodies('bounces', 1)).toMatchObject([{ detail: { id: 'last' } }]);
  });

  it('survives a restart, if the stack keeps its data', async () => {
    const folder = temporaryFolder();
    await start({}, { dataDir: folder.path });
    await tell(anEntry());
    await stop();
    await start({}, { dataDir: folder.path });
    await received('bounces', 1);
    await replay('after-the-restart');
    expect(await bodies('bounces', 1)).toMatchObject([
      { 'replay-name': 'after-the-restart', detail: { id: 'e1' } },
    ]);
    await stop();
    folder.remove();
  });
});

describe('the role of a function', () => {
  it('allows events for the bus that it names, and for no other', async () => {
    await start();
    const Resource = 'arn:aws:events:us-east-1:000000000000:event-bus/mail';
    running.run.limit(
      'TELLER',
      readStatements({ Statement: { Effect: 'Allow', Action: 'events:PutEvents', Resource } }),
    );
    const teller = new EventBridge({
      ...clientSettings(running.run.awsEndpoint),
      credentials: { ...fakeCredentials, accessKeyId: 'TELLER' },
      maxAttempts: 1,
    });
    expect(await teller.putEvents({ Entries: [anEntry()] })).toMatchObject({ FailedEntryCount: 0 });
    await expect(
      teller.putEvents({ Entries: [anEntry(), anEntry({ EventBusName: 'default' })] }),
    ).rejects.toThrow(
      'does not allow events:PutEvents on arn:aws:events:us-east-1:000000000000:event-bus/default',
    );
    await expect(teller.disableRule({ Name: 'r', EventBusName: 'mail' })).rejects.toThrow(
      'does not allow events:DisableRule on arn:aws:events:us-east-1:000000000000:rule/mail/r',
    );
    teller.destroy();
  });
});

describe('a rule of a template', () => {
  it.each([
    [
      'a schedule',
      rule({ a: [1] }, {}, { ScheduleExpression: 'rate(1 day)' }),
      /^Odd has a ScheduleExpression; /,
    ],
    [
      'an odd pattern',
      rule({ a: [{ prefix: 1 }] }),
      /^Odd: its EventPattern is not valid: a: expected prefix/,
    ],
    [
      'an input transformer',
      rule({ a: [1] }, { InputTransformer: {} }),
      /^Odd: target Queue has InputTransformer, which/,
    ],
    [
      'another target',
      rule({ a: [1] }, { Arn: 'arn:aws:logs:x' }),
      /^Odd: target Queue is arn:aws:logs:x; local rules/,
    ],
    [
      'another bus',
      rule({ a: [1] }, {}, { EventBusName: 'x' }),
      /^Odd is a rule of x, which is not an event bus/,
    ],
  ])('with %s is refused in one line', async (_, Odd, message) => {
    await expect(start({ Odd })).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(message),
    });
  });
});
