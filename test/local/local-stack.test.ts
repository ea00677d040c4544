import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../cli/local-endpoints.ts';
import { fakeCredentials, region } from '../../local/clients.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { watchEvents } from '../../store/live-events.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { aFunction, temporaryFolder, writeAssembly } from './support/assembly.ts';

// Sends a request's body to the queue over plain HTTP: enough to see that all parts are connected.
const receiver = `
  const call = (target, body) => fetch(process.env.AWS_ENDPOINT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
    body: JSON.stringify(body),
  });
  export const handler = async (event) => {
    const secret = await (await call('secretsmanager.GetSecretValue', { SecretId: process.env.SECRET })).json();
    await call('AmazonSQS.SendMessage', { QueueUrl: process.env.QUEUE_URL, MessageBody: event.body });
    return { statusCode: 200, body: Object.keys(JSON.parse(secret.SecretString)).join() };
  };`;

const consumer = `
  export const handler = async (event) => {
    const batchItemFailures = [];
    for (const { messageId, body } of event.Records) {
      if (body.includes('poison')) { batchItemFailures.push({ itemIdentifier: messageId }); continue; }
      const response = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'DynamoDB_20120810.PutItem',
          authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=x',
        },
        body: JSON.stringify({ TableName: process.env.TABLE, Item: {
          messageId: { S: body }, sortKey: { S: 'E#2026-01-01T00:00:00.000Z#e1' }, type: { S: 'delivered' }, provider: { S: 'tiny' },
          storedAt: { S: new Date().toISOString() },
        } }),
      });
      if (!response.ok) throw new Error(await response.text());
    }
    return { batchItemFailures };
  };`;

// Writes each record to a bucket, and tells the event bus about it, with the rights of its role.
const historian = `
  const signed = (service) => ({ authorization:
    'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/' + service + '/aws4_request, SignedHeaders=host, Signature=x' });
  const must = async (response) => { if (!response.ok) throw new Error(await response.text()); };
  export const handler = async ({ Records }) => {
    for (const { dynamodb } of Records) {
      const id = dynamodb.NewImage.messageId.S;
      await must(await fetch(process.env.AWS_ENDPOINT_URL_S3 + '/' + process.env.BUCKET + '/events/' + id, {
        method: 'PUT', headers: { ...signed('s3'), 'content-type': 'text/plain' }, body: id,
      }));
      await must(await fetch(process.env.AWS_ENDPOINT_URL, {
        method: 'POST',
        headers: { ...signed('events'), 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
        body: JSON.stringify({ Entries: [{ EventBusName: process.env.BUS, Source: 'tiny', DetailType: 'stored', Detail: JSON.stringify({ id }) }] }),
      }));
    }
  };`;

const listener = `export const handler = async (event) => { console.log('heard of ' + event.detail.id); };`;

const talker = `export const handler = async () => { console.log('line one'); console.log('line two'); };`;

const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' });
const resources = {
  Messages: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      AttributeDefinitions: [attribute('messageId'), attribute('sortKey'), attribute('recipient')],
      KeySchema: [
        { AttributeName: 'messageId', KeyType: 'HASH' },
        { AttributeName: 'sortKey', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-recipient',
          KeySchema: [{ AttributeName: 'recipient', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
          WarmThroughput: { ReadUnitsPerSecond: 1 },
        },
      ],
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      Replicas: [{ Region: { Ref: 'AWS::Region' } }],
    },
  },
  Dead: { Type: 'AWS::SQS::Queue' },
  Events: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: 360,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
    },
  },
  Topic: { Type: 'AWS::SNS::Topic' },
  Subscription: {
    Type: 'AWS::SNS::Subscription',
    Properties: {
      Protocol: 'sqs',
      TopicArn: { Ref: 'Topic' },
      Endpoint: { 'Fn::GetAtt': ['Events', 'Arn'] },
      RawMessageDelivery: true,
    },
  },
  Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: '{}' } },
  Role: {
    Type: 'AWS::IAM::Role',
    Properties: {
      Policies: [{ PolicyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } } }],
    },
  },
  Receiver: aFunction('receiver', {
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    Environment: { Variables: { QUEUE_URL: { Ref: 'Events' }, SECRET: { Ref: 'Secret' } } },
  }),
  Consumer: aFunction('consumer', { Environment: { Variables: { TABLE: { Ref: 'Messages' } } } }),
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': ['Events', 'Arn'] },
      FunctionName: { Ref: 'Consumer' },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BatchSize: 10,
    },
  },
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
  Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: '$default' } },
  Integration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: { 'Fn::GetAtt': ['Receiver', 'Arn'] },
    },
  },
  Route: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      RouteKey: 'POST /webhooks/{provider}',
      Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
    },
  },
};
/** What hangs off the stream of the table. */
const streaming = {
  Bucket: { Type: 'AWS::S3::Bucket' },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
  HistorianRole: {
    Type: 'AWS::IAM::Role',
    Properties: {
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: 'dynamodb:*',
                Resource: { 'Fn::GetAtt': ['Messages', 'StreamArn'] },
              },
              {
                Effect: 'Allow',
                Action: 's3:PutObject',
                Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/events/*']] },
              },
              { Effect: 'Allow', Action: 'events:PutEvents', Resource: { 'Fn::GetAtt': ['Bus', 'Arn'] } },
            ],
          },
        },
      ],
    },
  },
  Historian: aFunction('historian', {
    Role: { 'Fn::GetAtt': ['HistorianRole', 'Arn'] },
    Environment: { Variables: { BUCKET: { Ref: 'Bucket' }, BUS: { Ref: 'Bus' } } },
  }),
  StreamMapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': ['Messages', 'StreamArn'] },
      FunctionName: { Ref: 'Historian' },
      StartingPosition: 'TRIM_HORIZON',
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ eventName: ['INSERT'] }) }] },
    },
  },
  Listener: aFunction('listener'),
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { 'detail-type': ['stored'] },
      Targets: [{ Id: 'Listener', Arn: { 'Fn::GetAtt': ['Listener', 'Arn'] } }],
    },
  },
};
const url = [
  'https://',
  { Ref: 'Api' },
  '.execute-api.',
  { Ref: 'AWS::Region' },
  '.',
  { Ref: 'AWS::URLSuffix' },
];
const Outputs = { WebhookUrl: { Value: { 'Fn::Join': ['', [...url, '/webhooks/tiny']] } } };

let dynamoDb: DynamoDbLocal;
let folder: ReturnType<typeof temporaryFolder>;
let stack: LocalStack | undefined;
let stacks = 0;

beforeAll(async () => {
  dynamoDb = await startDynamoDbLocal({ quickStart: true });
});

afterAll(() => dynamoDb.stop());

beforeEach(() => {
  folder = temporaryFolder();
  stacks += 1;
});

afterEach(async () => {
  await stack?.stop();
  folder.remove();
});

async function start(
  options: LocalStackOptions = {},
  changed: Record<string, unknown> = {},
  code: Record<string, string> = {},
): Promise<LocalStack> {
  const template = { Resources: { ...resources, ...changed }, Outputs };
  stack = await startLocalStack({
    assemblyDir: writeAssembly(`${folder.path}/cdk.out`, template, { receiver, consumer, ...code }),
    dynamoDbEndpoint: dynamoDb.endpoint,
    namePrefix: `t${stacks}-`,
    visibilitySeconds: 0,
    concurrency: 1,
    ...options,
  });
  return stack;
}

const client = { region: 'us-east-1', credentials: fakeCredentials };
const tables = () => new DynamoDB({ ...client, endpoint: dynamoDb.endpoint });
const post = async (running: LocalStack, body: string) => {
  const response = await fetch(running.outputs['WebhookUrl'] ?? '', {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  return [response.status, await response.text()];
};
const tableName = (running: LocalStack) => running.resource('Messages', 'AWS::DynamoDB::GlobalTable').name;
const stored = async (running: LocalStack) =>
  ((await tables().scan({ TableName: tableName(running) })).Items ?? []).map(({ messageId }) => messageId?.S);
const deadLetters = async ({ endpoints, resource }: LocalStack) => {
  const sqs = new SQS({ ...client, endpoint: endpoints.awsEndpoint });
  const QueueUrl = resource('Dead', 'AWS::SQS::Queue').ref;
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
  return Attributes?.['ApproximateNumberOfMessages'];
};

describe('a local stack', () => {
  it('carries a webhook to the table, and one that fails to the dead letters', async () => {
    const running = await start({ completeSecret: (value) => ({ ...value, first: 1, second: 2 }) });
    const seen: StreamEvent[] = [];
    const [stream] = running.streams;
    const live = await watchEvents(
      stream?.arn ?? '',
      { endpoint: dynamoDb.endpoint, region, credentials: fakeCredentials },
      (event) => seen.push(event),
    );
    // The function answers with the names it found in the secret.
    const receipt = [200, 'first,second'];
    expect(await post(running, 'm1')).toEqual(receipt);
    expect(await post(running, 'poison')).toEqual(receipt);
    await vi.waitFor(async () => expect(await deadLetters(running)).toBe('1'), 10_000);
    expect(await stored(running)).toEqual(['m1']);
    await vi.waitFor(() => expect(seen).toHaveLength(1), 5_000);
    expect(seen[0]).toEqual({
      id: 'e1',
      occurredAt: '2026-01-01T00:00:00.000Z',
      provider: 'tiny',
      type: 'delivered',
      messageId: 'm1',
      storedAt: expect.any(String),
    });
    // The same event again overwrites its row: no new event appears in the stream.
    await post(running, 'm1');
    await post(running, 'm2');
    await vi.waitFor(() => expect(seen.at(-1)?.messageId).toBe('m2'), 5_000);
    expect(seen).toHaveLength(2);
    await live.stop();
  });

  it('carries a message from the topic to the table', async () => {
    const running = await start();
    const sns = new SNS({ ...client, endpoint: running.endpoints.awsEndpoint });
    await sns.publish({ TopicArn: running.resource('Topic', 'AWS::SNS::Topic').arn, Message: 'from-ses' });
    await vi.waitFor(async () => expect(await stored(running)).toEqual(['from-ses']), 5_000);
  });

  it('carries a row from the stream of its table to a bucket, and by the event bus to a function', async () => {
    const running = await start({}, streaming, { historian, listener });
    await post(running, 'm1');
    const s3 = new S3({ ...client, endpoint: running.endpoints.awsEndpoint });
    const Bucket = running.resource('Bucket', 'AWS::S3::Bucket').name;
    await vi.waitFor(async () => {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket });
      expect(Contents.map(({ Key }) => Key)).toEqual(['events/m1']);
    }, 20_000);
    const heard = () => running.logs.get(running.function('Listener').settings.name)?.map(({ text }) => text);
    await vi.waitFor(() => expect(heard()).toEqual(['heard of m1']), 20_000);
    s3.destroy();
  });

  it('creates its tables as the template says', async () => {
    const running = await start();
    const TableName = tableName(running);
    expect(TableName).toBe(`t${stacks}-Tiny-Messages`);
    const { Table } = await tables().describeTable({ TableName });
    expect(Table?.GlobalSecondaryIndexes?.[0]).toMatchObject({ IndexName: 'by-recipient' });
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_IMAGE' });
    const { TimeToLiveDescription } = await tables().describeTimeToLive({ TableName });
    expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
  });

  it('serves given documents beside the routes, without calling a function', async () => {
    const running = await start({ documents: { '/description.json': { title: 'tiny' } } });
    const response = await fetch(`${running.apiUrl}/description.json`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ title: 'tiny' });
    const posted = await fetch(`${running.apiUrl}/description.json`, { method: 'POST' });
    expect(posted.status).toBe(404);
  });

  it('can be made to fail at its table too', async () => {
    const running = await start({ interceptDynamoDb: true });
    let puts = 0;
    running.faults.intercept = ({ service, action }) => {
      if (service !== 'dynamodb' || action !== 'PutItem') return undefined;
      puts += 1;
      return puts === 1
        ? { status: 500, body: { __type: 'InternalServerError', message: 'once' } }
        : undefined;
    };
    await post(running, 'm1');
    await vi.waitFor(async () => expect(await stored(running)).toEqual(['m1']), 5_000);
    expect(puts).toBe(2);
    expect(running.logs.get(running.function('Consumer').settings.name)?.[0]?.text).toContain('once');
  });

  it('lists its event source mappings as Lambda does, and switches them off and on', async () => {
    const running = await start();
    const lambda = new Lambda({ ...client, endpoint: running.endpoints.awsEndpoint });
    const FunctionName = running.function('Consumer').settings.name;
    const { EventSourceMappings: listed } = await lambda.listEventSourceMappings({ FunctionName });
    const EventSourceArn = running.resource('Events', 'AWS::SQS::Queue').arn;
    expect(listed).toMatchObject([{ UUID: 'Mapping', State: 'Enabled', BatchSize: 10, EventSourceArn }]);
    expect((await lambda.listEventSourceMappings({ FunctionName: 'other' })).EventSourceMappings).toEqual([]);

    const disabled = await lambda.updateEventSourceMapping({ UUID: 'Mapping', Enabled: false });
    expect([disabled.State, running.mapping('Mapping').enabled]).toEqual(['Disabled', false]);
    await lambda.updateEventSourceMapping({ UUID: 'Mapping', Enabled: true });
    expect(await lambda.getEventSourceMapping({ UUID: 'Mapping' })).toMatchObject({ State: 'Enabled' });
    await expect(lambda.getEventSourceMapping({ UUID: 'x' })).rejects.toThrow('no event source mapping x');
  });

  it('returns the lines of a function as CloudWatch Logs does', async () => {
    const running = await start({}, { Consumer: aFunction('talker') }, { talker });
    const logs = new CloudWatchLogs({ ...client, endpoint: running.endpoints.awsEndpoint });
    const { logGroup } = running.function('Consumer').settings;
    await post(running, 'm1');
    const found = async (filterPattern: string) => {
      const { events = [] } = await logs.filterLogEvents({ logGroupName: logGroup, filterPattern });
      return events.map(({ message }) => message);
    };
    await vi.waitFor(async () => expect(await found('"two"')).toEqual(['line two']), 5_000);
    expect(await found('')).toEqual(['line one', 'line two']);
    await expect(logs.filterLogEvents({ logGroupName: 'x' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('continues after a restart where it stopped', async () => {
    const dataDir = `${folder.path}/data`;
    const first = await start({ dataDir });
    await first.mapping('Mapping').disable();
    await post(first, 'm1');
    await first.stop();

    const second = await start({ dataDir });
    await vi.waitFor(async () => expect(await stored(second)).toEqual(['m1']), 5_000);
  });

  it('says what to do when a table of an earlier run no longer fits the template', async () => {
    await (await start()).stop();
    const { StreamSpecification: _, ...withoutStream } = resources.Messages.Properties;
    const Messages = { Type: 'AWS::DynamoDB::GlobalTable', Properties: withoutStream };
    await expect(start({}, { Messages })).rejects.toThrow(
      /with other keys, indexes or stream; start with --fresh/,
    );
  });

  it('leaves no process behind', async () => {
    const running = await start();
    const pids = [...running.function('Receiver').pids, ...running.function('Consumer').pids];
    expect(pids).toHaveLength(2);
    await running.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(running.apiUrl)).rejects.toThrow();
  });

  it('leaves no process behind when it cannot start', async () => {
    const changed = {
      Route: { Type: 'AWS::ApiGatewayV2::Route', Properties: { AuthorizationType: 'CUSTOM' } },
    };
    await expect(start({}, changed)).rejects.toThrow(/^Route has the authorization CUSTOM/);
  });

  it('refuses an event source that it cannot read', async () => {
    const Mapping = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: 'arn:aws:kinesis:x:y:stream/z',
        FunctionName: { Ref: 'Consumer' },
      },
    };
    await expect(start({}, { Mapping })).rejects.toThrow(
      'Mapping reads from arn:aws:kinesis:x:y:stream/z; local/runners/event-source-mappings.ts supports only queues and DynamoDB streams',
    );
  });
});
