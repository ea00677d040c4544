import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SQS } from '@aws-sdk/client-sqs';
import { clientSettings } from '../../../local/clients.ts';
import { createEventSourceMapping, type EventSourceMapping } from '../../../local/event-source-mapping.ts';
import type { LocalStackOptions } from '../../../local/options.ts';
import { type RunningTemplate, runTemplate } from '../../../local/run-template.ts';
import type { Runner } from '../../../local/runner.ts';
import { buckets } from '../../../local/runners/buckets.ts';
import { queues } from '../../../local/runners/queues.ts';
import { roles } from '../../../local/runners/roles.ts';
import { tables } from '../../../local/runners/tables.ts';
import { topics } from '../../../local/runners/topics.ts';
import type { StreamRecord } from '../../../local/streams/stream-record.ts';
import { streamSource } from '../../../local/streams/stream-source.ts';
import { aTemplate } from './assembly.ts';
import { poolThat } from './functions.ts';

export type StreamEvent = { readonly Records: readonly StreamRecord[] };

/** A table whose stream is mapped to a function. */
export type StreamedTable = {
  readonly run: RunningTemplate['run'];
  readonly mapping: EventSourceMapping;
  /** The events that the function got, in order. */
  readonly events: StreamEvent[];
  put(key: string, more?: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
  /** Receives the next message of the queue `Failures`. */
  failure(): Promise<Record<string, unknown> | undefined>;
  stop(): Promise<void>;
};

const tableArn = { 'Fn::GetAtt': ['Table', 'StreamArn'] };
const failuresArn = { 'Fn::GetAtt': ['Failures', 'Arn'] };

/** What the CDK grants a function that reads from a stream. */
export const grants = [
  { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: '*' },
  {
    Effect: 'Allow',
    Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    Resource: tableArn,
  },
  { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: failuresArn },
  { Effect: 'Allow', Action: 's3:*', Resource: '*' },
];

export async function aStreamedTable(
  answer: (event: StreamEvent) => unknown,
  mappingProperties: Record<string, unknown> = {},
  options: LocalStackOptions = {},
  statements: readonly object[] = grants,
): Promise<StreamedTable> {
  const events: StreamEvent[] = [];
  const template = aTemplate({
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      },
    },
    Failures: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
    Failed: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'failed' } },
    Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'topic' } },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: { RoleName: 'tiny', Policies: [{ PolicyDocument: { Statement: statements } }] },
    },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: tableArn, StartingPosition: 'TRIM_HORIZON', ...mappingProperties },
    },
  });
  const pool = poolThat(
    (event: StreamEvent) => {
      events.push(event);
      return answer(event);
    },
    { roleArn: 'arn:aws:iam:us-east-1:000000000000:role/tiny' },
  );
  const mapper: Runner<EventSourceMapping | undefined> = {
    types: ['AWS::Lambda::EventSourceMapping'],
    async start([resource], run) {
      if (!resource) return undefined;
      const { property } = resource;
      const settings = {
        name: resource.logicalId,
        functionName: 'fake',
        sourceArn: property<string>('EventSourceArn') ?? '',
        batchSize: property<number>('BatchSize') ?? streamSource.defaultBatchSize,
        reportsItemFailures: property<string[]>('FunctionResponseTypes') !== undefined,
        enabled: true,
      };
      const mapping = createEventSourceMapping(
        settings,
        await streamSource.open(resource, settings, pool, run),
      );
      run.onStop(mapping.disable);
      mapping.enable();
      return mapping;
    },
  };
  const all = [roles, tables, queues, topics, buckets, mapper];
  const { run, stop } = await runTemplate(template, all, { visibilitySeconds: 0, ...options });
  const dynamoDb = new DynamoDB(clientSettings(run.started(tables).endpoint));
  const sqs = new SQS(clientSettings(run.awsEndpoint));
  const TableName = run.resources.find('Table', 'AWS::DynamoDB::Table').name;
  return {
    run,
    mapping: run.started(mapper) as EventSourceMapping,
    events,
    put: async (key, more = {}) => {
      await dynamoDb.putItem({ TableName, Item: { key: { S: key }, ...(more as object) } });
    },
    remove: async (key) => {
      await dynamoDb.deleteItem({ TableName, Key: { key: { S: key } } });
    },
    async failure() {
      const QueueUrl = run.resources.find('Failures', 'AWS::SQS::Queue').ref;
      const { Messages: [message] = [] } = await sqs.receiveMessage({ QueueUrl });
      return message && JSON.parse(message.Body ?? '{}');
    },
    async stop() {
      dynamoDb.destroy();
      sqs.destroy();
      await stop();
    },
  };
}
