import { createServer, type IncomingMessage } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthSourcesOf } from '../../cli/health/sources.ts';
import { healthSubjectOf } from '../../cli/health/subject.ts';
import type { Target } from '../../cli/target.ts';
import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { namesWithSecret } from '../../providers/manifests.ts';

const subscription = (arn: string, protocol: string) =>
  `<member><SubscriptionArn>${arn}</SubscriptionArn><Protocol>${protocol}</Protocol></member>`;

/** What AWS answers, by the name of the action. */
const answers: Readonly<Record<string, string>> = {
  GetAccountSettings: JSON.stringify({
    AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 8 },
  }),
  DescribeAlarms: JSON.stringify({
    MetricAlarms: [
      { AlarmName: 'Mailfold: A', StateValue: 'ALARM', StateTransitionedTimestamp: 1_767_225_600 },
      { AlarmName: 'Mailfold: B', StateValue: 'OK' },
    ],
    CompositeAlarms: [{ AlarmName: 'Mailfold: C', StateValue: 'INSUFFICIENT_DATA' }],
  }),
  ListSubscriptionsByTopic: `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${subscription(
    'PendingConfirmation',
    'email',
  )}${subscription('arn:aws:sns:eu-north-1:1:t:x', 'email')}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
  DescribeTable: JSON.stringify({
    Table: {
      WarmThroughput: { ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000, Status: 'ACTIVE' },
      GlobalSecondaryIndexes: [
        { IndexName: 'byX', WarmThroughput: { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 2 } },
      ],
    },
  }),
  DescribeTimeToLive: JSON.stringify({
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' },
  }),
};

const aws = createServer(async (request, response) => {
  const body = await new Response(request as unknown as ReadableStream).text();
  const action = actionOf(request, body);
  response.writeHead(answers[action] ? 200 : 400, {
    'content-type': action === 'ListSubscriptionsByTopic' ? 'text/xml' : 'application/json',
  });
  response.end(answers[action] ?? JSON.stringify({ message: `not expected: ${action}` }));
});
function actionOf({ headers, url }: IncomingMessage, body: string): string {
  if (url?.includes('/account-settings')) return 'GetAccountSettings';
  const target = headers['x-amz-target']?.toString().split('.')[1];
  return target ?? new URLSearchParams(body).get('Action') ?? '';
}

/** A deployed stack with these outputs. */
function aTarget(found: Readonly<Record<string, string>>): Target {
  const { port } = aws.address() as { port: number };
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const settings = {
    region: 'eu-north-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials,
    maxAttempts: 1,
  };
  return {
    isLocal: false,
    stackName: 'Mailfold',
    chosenBy: { stack: 'Mailfold', region: 'eu-north-1' },
    hasOutput: (name) => name in found,
    output: (name) => found[name] ?? `the-${name}`,
    settings,
    dynamoDbSettings: settings,
    dynamoDb: DynamoDBDocumentClient.from(new DynamoDBClient(settings)),
  };
}

beforeAll(() => new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve)));
afterAll(() => aws.close());

describe('the health of a deployed stack', () => {
  it('is read from AWS, and none of it from logs', async () => {
    const { concurrency, alarms, alarmSubscriptions, tables } = healthSourcesOf(aTarget({}));
    expect(await concurrency?.()).toEqual({ limit: 10, unreserved: 8 });
    expect(await alarms?.()).toEqual([
      { name: 'Mailfold: A', isRaised: true, since: new Date('2026-01-01T00:00:00Z') },
      { name: 'Mailfold: B', isRaised: false },
      { name: 'Mailfold: C', isRaised: false },
    ]);
    expect(await alarmSubscriptions?.()).toEqual({ topicArn: 'the-AlarmTopicArn', confirmed: 1, pending: 1 });
    expect(await tables?.()).toMatchObject([
      {
        name: 'the-MessagesTableName',
        deletesExpiredRows: true,
        warm: { reads: 12_000, writes: 4_000 },
        indexes: [{ name: 'byX', warm: { reads: 1, writes: 2 } }],
      },
      { name: 'the-AddressesTableName' },
    ]);
  });

  it('knows from the outputs which providers are in use, and that a stack is older than its outputs', async () => {
    const sources = { [outputs.standardWebhookSources]: '{"shop": {}}' };
    const urls = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [webhookUrlOutput(name), 'https://example.com']));
    const all = healthSubjectOf(aTarget({ ...sources, ...urls([...namesWithSecret, 'shop', 'ses']) }));
    expect(all).toMatchObject({ keyed: [...namesWithSecret, 'shop'], isChosen: false, usesTopic: false });
    const [first = ''] = namesWithSecret;
    const some = healthSubjectOf(
      aTarget({ ...sources, ...urls([first]), [outputs.sesConfigurationSetName]: 'x' }),
    );
    expect(some).toMatchObject({ keyed: [first], isChosen: true, usesTopic: true });
    expect(await healthSourcesOf(aTarget({})).version?.()).toEqual({ own: expect.any(String) });
  });

  it('comes with commands for the same stack', () => {
    const { commandFor } = healthSubjectOf(aTarget({ [outputs.standardWebhookSources]: '{}' }));
    expect(commandFor({ by: 'mailfold', words: 'dlq list' })).toBe(
      'npx mailfold dlq list --stack Mailfold --region eu-north-1',
    );
    expect(commandFor({ by: 'aws', words: 'sns subscribe' })).toBe('aws sns subscribe --region eu-north-1');
  });

  it('deploys for another version, and compares with what is there when a part is missing', () => {
    const deployedSettings = JSON.stringify({ stage: 'prod', settings: {} });
    const found = { [outputs.standardWebhookSources]: '{}', [outputs.deployedSettings]: deployedSettings };
    const { commandFor } = healthSubjectOf(aTarget(found));
    const deploy = 'npm run deploy -- --stage prod --region eu-north-1';
    expect(commandFor({ by: 'deploying' })).toBe(deploy);
    expect(commandFor({ by: 'reverting drift' })).toBe(`${deploy} --revert-drift`);
    const local = healthSubjectOf({ ...aTarget(found), isLocal: true });
    expect(local.commandFor({ by: 'reverting drift' })).toBe('npm start');
  });
});
