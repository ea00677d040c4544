import { Duration } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { consumerVariables } from '../../lambdas/consumer/environment.ts';
import { grantsOf, type Synthesized, synthesize, synthesizeConstruct } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;

const mappingsOf = ({ all, mailfold: { consumer }, refTo }: Synthesized) =>
  all('AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => FunctionName.Ref === refTo(consumer).Ref,
  );

describe('the consumer', () => {
  it('runs on Node 24 and arm64, with 1024 MB and a minute', () => {
    expect(propertiesOf(mailfold.consumer)).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 1024,
      Timeout: 60,
    });
  });

  it('finds in its environment what it reads, and nothing else', () => {
    const { Variables } = propertiesOf(mailfold.consumer).Environment;
    expect(Variables).toEqual({
      MAILFOLD_NAME: 'Mailfold',
      MESSAGES_TABLE: refTo(mailfold.messagesTable),
      ADDRESSES_TABLE: refTo(mailfold.addressesTable),
      SUPPRESSION: JSON.stringify({
        softBounceCap: 5,
        softBounceWindowDays: 30,
        causes: ['complaint', 'hard_bounce', 'dropped', 'soft_bounce', 'unsubscribe', 'manual'],
      }),
      EVENTS_QUEUE_URL: refTo(mailfold.eventsQueue),
      DEDUPE_WINDOW_DAYS: '30',
      STATUS_RETENTION_DAYS: '400',
      STANDARD_SOURCES: '{}',
      NODE_OPTIONS: '--enable-source-maps --disable-warning=DEP0169',
      POWERTOOLS_SERVICE_NAME: 'mailfold-consumer',
    });
    expect(Object.keys(Variables)).toEqual(expect.arrayContaining([...consumerVariables]));
  });

  it('gets up to 100 messages after at most a second, and only failed ones are delivered again', () => {
    expect(mappingsOf(world)).toEqual([
      {
        EventSourceArn: arnOf(mailfold.eventsQueue),
        FunctionName: refTo(mailfold.consumer),
        BatchSize: 100,
        MaximumBatchingWindowInSeconds: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 10 },
      },
    ]);
  });

  it('is limited by its event source and never by reserved concurrency, which would use up deliveries', () => {
    expect(propertiesOf(mailfold.consumer)).not.toHaveProperty('ReservedConcurrentExecutions');
  });

  it('may consume the queue, read and write messages and addresses, write its own log, delete nothing, and nothing else', () => {
    const ownLog = { 'Fn::GetAtt': [propertiesOf(mailfold.consumer).LoggingConfig.LogGroup.Ref, 'Arn'] };
    expect(grantsOf(world, mailfold.consumer)).toEqual([
      { action: 'dynamodb:BatchGetItem', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:BatchGetItem', on: arnOf(mailfold.addressesTable) },
      { action: 'dynamodb:GetItem', on: arnOf(mailfold.addressesTable) },
      { action: 'dynamodb:PartiQLInsert', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:PartiQLInsert', on: arnOf(mailfold.addressesTable) },
      { action: 'dynamodb:PartiQLUpdate', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:PutItem', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:PutItem', on: arnOf(mailfold.addressesTable) },
      { action: 'dynamodb:Query', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:Query', on: arnOf(mailfold.addressesTable) },
      { action: 'dynamodb:UpdateItem', on: arnOf(mailfold.messagesTable) },
      { action: 'dynamodb:UpdateItem', on: arnOf(mailfold.addressesTable) },
      { action: 'logs:CreateLogStream', on: ownLog },
      { action: 'logs:PutLogEvents', on: ownLog },
      { action: 'sqs:ChangeMessageVisibility', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:DeleteMessage', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:GetQueueAttributes', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:GetQueueUrl', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:ReceiveMessage', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:SendMessage', on: arnOf(mailfold.eventsQueue) },
    ]);
  });

  it('follows the settings', () => {
    const settings = synthesize({
      dedupeWindowDays: 60,
      statusRetentionDays: 90,
      consumerTimeoutSeconds: 30,
      consumerMemoryMb: 2048,
      consumerBatchSize: 50,
      consumerBatchingWindowSeconds: 5,
      consumerMaxConcurrency: 2,
    });
    expect(settings.propertiesOf(settings.mailfold.consumer)).toMatchObject({
      Timeout: 30,
      MemorySize: 2048,
      Environment: { Variables: { DEDUPE_WINDOW_DAYS: '60', STATUS_RETENTION_DAYS: '90' } },
    });
    expect(mappingsOf(settings)).toMatchObject([
      { BatchSize: 50, MaximumBatchingWindowInSeconds: 5, ScalingConfig: { MaximumConcurrency: 2 } },
    ]);
  });

  it('needs no batching window while batches are small', () => {
    const small = synthesizeConstruct({ consumer: { batchingWindow: Duration.seconds(0) } });
    expect(mappingsOf(small)).toMatchObject([{ MaximumBatchingWindowInSeconds: 0 }]);
  });

  it('is refused at synthesis with large batches and no batching window', () => {
    const consumer = { batchSize: 11, batchingWindow: Duration.seconds(0) };
    expect(() => synthesizeConstruct({ consumer })).toThrow(
      'expected a consumer batching window of at least 1 second with a batch size above 10, ' +
        'found 0 seconds with a batch size of 11',
    );
  });

  it('is refused at synthesis with a timeout above 15 minutes', () => {
    expect(() => synthesizeConstruct({ consumer: { timeout: Duration.minutes(16) } })).toThrow(
      'expected a consumer timeout of at most 900 seconds, found 960',
    );
  });

  it.each([1, 1001])('is refused at synthesis with %d concurrent runs', (maxConcurrency) => {
    expect(() => synthesizeConstruct({ consumer: { maxConcurrency } })).toThrow('between 2 and 1000');
  });
});
