import { Lambda } from '@aws-sdk/client-lambda';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { type Message, SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientSettings } from '../../local/clients.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { functions } from '../../local/runners/functions.ts';
import { schedules } from '../../local/runners/schedules.ts';
import { runners } from '../../local/runners.ts';
import { readTemplate } from '../../local/template.ts';
import { aFunction, temporaryFolder, writeAssembly } from './support/assembly.ts';

const worker = `export const handler = async (event) => {
  console.log(JSON.stringify(event));
  if (event.fails) throw new Error('as asked');
  return { done: event };
};`;

const allow = (Action: string, Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const arnOf = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const role = (...Statement: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyDocument: { Statement } }] },
});
const schedule = (target: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: {
    ScheduleExpression: 'rate(1 hour)',
    FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
    Target: { Arn: arnOf('Worker'), RoleArn: arnOf('Invoker'), Input: '{"job":"tidy"}', ...target },
    ...more,
  },
});

const Resources = {
  WorkerRole: role(),
  Worker: aFunction('worker', { Role: arnOf('WorkerRole'), DeadLetterConfig: { TargetArn: arnOf('Dead') } }),
  Careful: aFunction('worker', { Role: arnOf('WorkerRole') }),
  CarefulConfig: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: 'Careful' },
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: { Destination: arnOf('Dead') } },
    },
  },
  Dead: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead' } },
  Invoker: role(allow('lambda:InvokeFunction', [arnOf('Worker'), arnOf('Careful')])),
  Powerless: role(),
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'jobs' } },
  Tidy: schedule(
    { Input: '{"job":"tidy","at":"<aws.scheduler.scheduled-time>"}' },
    { Name: 'tidy', GroupName: 'jobs' },
  ),
  Plain: schedule({ Input: { Ref: 'AWS::NoValue' } }),
  Off: schedule({}, { State: 'DISABLED' }),
  Refused: schedule({ RoleArn: arnOf('Powerless'), DeadLetterConfig: { Arn: arnOf('Dead') } }),
  Stubborn: schedule({
    RetryPolicy: { MaximumRetryAttempts: 2 },
    DeadLetterConfig: { Arn: arnOf('Dead') },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let running: RunningTemplate;
let sqs: SQS;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  sqs?.destroy();
  await running?.stop();
  folder.remove();
});

async function start(changed: Record<string, unknown> = {}): Promise<void> {
  const template = { Resources: { ...Resources, ...changed } };
  const assemblyDir = writeAssembly(folder.path, template, { worker });
  running = await runTemplate(readTemplate(assemblyDir), runners, {
    assemblyDir,
    dynamoDbEndpoint: 'http://127.0.0.1:1',
    visibilitySeconds: 0,
    concurrency: 1,
  });
  sqs = new SQS(clientSettings(running.run.awsEndpoint));
}

const scheduleNamed = (name: string) => {
  const found = running.run.started(schedules).find(({ settings }) => settings.name === name);
  if (!found) throw new Error(`no schedule ${name}`);
  return found;
};
/** The events that a function has logged. */
const eventsOf = (name: string) => {
  const { logs } = running.run.started(functions);
  const lines = logs.get(running.run.resources.find(name, 'AWS::Lambda::Function').name) ?? [];
  return lines.filter(({ stream }) => stream === 'stdout').map(({ text }) => JSON.parse(text));
};
const waitFor = <T>(check: () => T) => vi.waitFor(check, 20_000);
const deadLetter = () =>
  waitFor(async () => {
    const QueueUrl = running.run.resources.find('Dead', 'AWS::SQS::Queue').ref;
    const { Messages: [message] = [] } = await sqs.receiveMessage({
      QueueUrl,
      MessageAttributeNames: ['All'],
    });
    expect(message).toBeDefined();
    return message as Message;
  });
const attributesOf = ({ MessageAttributes = {} }: Message) =>
  Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]));
const scheduledAt = new Date('2026-11-16T09:00:00Z');

describe('a schedule', () => {
  it('invokes its function with its input, and with the time if the input asks for it', async () => {
    await start();
    scheduleNamed('Tidy').fire(scheduledAt);
    await waitFor(() => expect(eventsOf('Worker')).toEqual([{ job: 'tidy', at: '2026-11-16T09:00:00Z' }]));
  });

  it('without an input invokes it with an event of its own', async () => {
    await start();
    scheduleNamed('Plain').fire(scheduledAt);
    await waitFor(() => expect(eventsOf('Worker')).toHaveLength(1));
    expect(eventsOf('Worker')[0]).toMatchObject({
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      time: '2026-11-16T09:00:00Z',
      resources: ['arn:aws:scheduler:us-east-1:000000000000:schedule/default/Tiny-Plain'],
    });
  });

  it('can be run now, also when it is disabled, and tells how that went', async () => {
    await start({ Fails: schedule({ Input: '{"fails":true}' }) });
    expect(scheduleNamed('Off').settings.enabled).toBe(false);
    expect(await scheduleNamed('Off').run()).toEqual({ ok: true, response: { done: { job: 'tidy' } } });
    expect(await scheduleNamed('Fails').run()).toMatchObject({
      ok: false,
      error: { errorMessage: 'as asked' },
    });
  });

  it('whose role may not invoke the function sends its input to the dead letters', async () => {
    await start();
    scheduleNamed('Refused').fire(scheduledAt);
    const message = await deadLetter();
    expect(JSON.parse(message.Body ?? '')).toEqual({ job: 'tidy' });
    expect(attributesOf(message)).toMatchObject({
      ERROR_CODE: 'AccessDeniedException',
      ERROR_MESSAGE: expect.stringContaining('does not allow lambda:InvokeFunction'),
      SCHEDULED_TIME: '2026-11-16T09:00:00Z',
      RETRY_ATTEMPTS: '0',
      TARGET_ARN: expect.stringContaining('function:Tiny-Worker'),
    });
    expect(eventsOf('Worker')).toEqual([]);
  });

  it('is tried again while Lambda is in trouble, and then given up', async () => {
    await start();
    let calls = 0;
    running.faults.intercept = ({ service, action }) => {
      if (service !== 'lambda' || action !== 'Invoke') return undefined;
      calls += 1;
      return { status: 500, body: { Type: 'Service', message: 'trouble' } };
    };
    scheduleNamed('Stubborn').fire(scheduledAt);
    expect(attributesOf(await deadLetter())).toMatchObject({
      RETRY_ATTEMPTS: '2',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    });
    expect(calls).toBe(3);
  });

  it('can be read by the API, with its target and input', async () => {
    await start();
    const scheduler = new Scheduler({ ...clientSettings(running.run.awsEndpoint), maxAttempts: 1 });
    expect(await scheduler.getSchedule({ Name: 'tidy', GroupName: 'jobs' })).toMatchObject({
      Arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/jobs/tidy',
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
      Target: {
        Arn: expect.stringContaining(':function:Tiny-Worker'),
        Input: expect.stringContaining('tidy'),
      },
    });
    const { Schedules = [] } = await scheduler.listSchedules({});
    expect(Schedules.map(({ Name, State }) => `${Name} ${State}`)).toContain('Tiny-Off DISABLED');
    await expect(scheduler.getSchedule({ Name: 'tidy' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(scheduler.deleteSchedule({ Name: 'tidy' })).rejects.toThrow('can only be read');
    scheduler.destroy();
  });

  it.each([
    [
      'another target',
      schedule({ Arn: arnOf('Dead') }),
      /^Odd has the target arn:aws:sqs:.*supports only functions$/,
    ],
    [
      'a function of another template',
      schedule({ Arn: 'arn:aws:lambda:x:y:function:z' }),
      /^Odd invokes .*:z, which/,
    ],
    ['an odd expression', schedule({}, { ScheduleExpression: 'hourly' }), /^Odd: expected rate/],
  ])('with %s is refused in one line', async (_, Odd, message) => {
    await expect(start({ Odd })).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(message),
    });
  });
});

describe('a call of a function', () => {
  let lambda: Lambda;
  const call = (
    FunctionName: string,
    event: object,
    InvocationType: 'Event' | 'RequestResponse' | 'DryRun',
  ) => lambda.invoke({ FunctionName, InvocationType, Payload: Buffer.from(JSON.stringify(event)) });
  const textOf = (payload: Uint8Array | undefined) =>
    JSON.parse(Buffer.from(payload ?? []).toString() || 'null');

  beforeEach(async () => {
    await start();
    lambda = new Lambda({ ...clientSettings(running.run.awsEndpoint), maxAttempts: 1 });
  });
  afterEach(() => lambda.destroy());

  it('returns its answer, or its error', async () => {
    const arn = running.run.resources.find('Worker', 'AWS::Lambda::Function').arn;
    const answered = await call(arn, { a: 1 }, 'RequestResponse');
    expect([answered.StatusCode, textOf(answered.Payload)]).toEqual([200, { done: { a: 1 } }]);
    const failed = await call('Tiny-Worker', { fails: true }, 'RequestResponse');
    expect([failed.FunctionError, textOf(failed.Payload)]).toMatchObject([
      'Unhandled',
      { errorMessage: 'as asked' },
    ]);
    expect((await call('Tiny-Worker', { fails: true }, 'DryRun')).StatusCode).toBe(204);
    await expect(call('other', {}, 'Event')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('that nobody waits for is repeated twice, and then a dead letter', async () => {
    expect((await call('Tiny-Worker', { fails: true, mark: '🎈' }, 'Event')).StatusCode).toBe(202);
    const message = await deadLetter();
    expect(JSON.parse(message.Body ?? '')).toEqual({ fails: true, mark: '🎈' });
    expect(attributesOf(message)).toMatchObject({ ErrorMessage: 'as asked' });
    expect(eventsOf('Worker')).toHaveLength(3);
  });

  it('is repeated as often as the template says, and reported to the destination', async () => {
    await call('Tiny-Careful', { fails: true }, 'Event');
    const message = await deadLetter();
    expect(JSON.parse(message.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 1 },
      requestPayload: { fails: true },
      responsePayload: { errorMessage: 'as asked' },
    });
    expect(eventsOf('Careful')).toHaveLength(1);
  });
});
