import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DynamoDbLocal, startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { buckets } from '../../local/runners/buckets.ts';
import { temporaryFolder } from './support/assembly.ts';
import { aStreamedTable, grants, type StreamEvent, type StreamedTable } from './support/streams.ts';

let dynamoDb: DynamoDbLocal;
let table: StreamedTable;
let count = 0;

beforeAll(async () => {
  dynamoDb = await startDynamoDbLocal({ quickStart: true });
});
afterAll(() => dynamoDb.stop());
afterEach(() => table?.stop());

/** Each test has a table of its own, unless it asks for the table of an earlier one. */
async function map(
  answer: (event: StreamEvent) => unknown = () => undefined,
  properties: Record<string, unknown> = {},
  options: LocalStackOptions = {},
  statements?: readonly object[],
): Promise<StreamedTable> {
  count += 1;
  const shared = { dynamoDbEndpoint: dynamoDb.endpoint, namePrefix: `s${count}-` };
  table = await aStreamedTable(answer, properties, { ...shared, ...options }, statements);
  return table;
}

const keysOf = ({ Records }: StreamEvent) =>
  Records.map(({ dynamodb }) => (dynamodb.Keys as { key: { S: string } }).key.S);
const batches = () => table.events.map(keysOf);
const delivered = () => batches().flat();
const waitFor = (check: () => unknown) => vi.waitFor(check, 20_000);
/** So that one batch has them all. */
async function putTogether(...keys: string[]): Promise<void> {
  await table.mapping.disable();
  for (const key of keys) await table.put(key);
  table.mapping.enable();
}
const reporting = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
/** Reports the first record with this key as failed. */
const failingAt = (key: string) => (event: StreamEvent) => {
  const failed = event.Records.find((_, index) => keysOf(event)[index] === key);
  const itemIdentifier = failed?.dynamodb.SequenceNumber;
  return { batchItemFailures: itemIdentifier ? [{ itemIdentifier }] : [] };
};

describe('a record of a stream', () => {
  it('reaches the function in the shape that Lambda gives it', async () => {
    await map();
    await table.put('a', { bytes: { B: Buffer.from('hi') }, deep: { M: { n: { N: '1.5' } } } });
    await table.remove('a');
    await waitFor(() => expect(delivered()).toEqual(['a', 'a']));
    const image = { key: { S: 'a' }, bytes: { B: 'aGk=' }, deep: { M: { n: { N: '1.5' } } } };
    const [inserted, removed] = table.events.flatMap(({ Records }) => Records);
    expect(inserted).toEqual({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { key: { S: 'a' } },
        NewImage: image,
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: table.run.resources.resolve({ 'Fn::GetAtt': ['Table', 'StreamArn'] }),
    });
    expect(inserted?.eventSourceARN).toMatch(
      /^arn:aws:dynamodb:us-east-1:000000000000:table\/s\d+-Tiny-Table\/stream\/\d{4}-/,
    );
    expect(removed).toMatchObject({ eventName: 'REMOVE', dynamodb: { OldImage: image } });
  });

  it('says that the service removed the item when it has expired', async () => {
    await map();
    await table.put('old', { expiresAt: { N: String(Math.floor(Date.now() / 1_000) - 60) } });
    await vi.waitFor(() => expect(delivered()).toEqual(['old', 'old']), 60_000);
    const removed = table.events.at(-1)?.Records.at(-1);
    expect(removed).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
  });

  it('is left out unless one of the filters matches it', async () => {
    const patterns = [
      { eventName: ['INSERT'], dynamodb: { NewImage: { key: { S: [{ prefix: 'E#' }] } } } },
      { eventName: ['REMOVE'] },
    ];
    const Filters = patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) }));
    await map(undefined, { FilterCriteria: { Filters } });
    await table.put('S#1');
    await table.put('E#1');
    await table.put('E#1', { changed: { BOOL: true } });
    await table.remove('S#1');
    await waitFor(() => expect(delivered()).toEqual(['E#1', 'S#1']));
  });
});

describe('a batch of a stream', () => {
  it('is no larger than the mapping says, and keeps the order', async () => {
    const keys = Array.from({ length: 7 }, (_, index) => `k${index}`);
    await map(undefined, { BatchSize: 3 });
    for (const key of keys) await table.put(key);
    await waitFor(() => expect(delivered()).toEqual(keys));
    expect(Math.max(...batches().map(({ length }) => length))).toBeLessThanOrEqual(3);
  });

  it('grows while the batching window is open', async () => {
    await map(undefined, { MaximumBatchingWindowInSeconds: 300, BatchSize: 2 });
    await table.put('a');
    // Longer than the pause between two looks, so that the first record has been read.
    await delay(1_500);
    expect(batches()).toEqual([]);
    await table.put('b');
    await waitFor(() => expect(batches()).toEqual([['a', 'b']]));
  });

  it('need not wait for a long batching window, if an option shortens it', async () => {
    await map(undefined, { MaximumBatchingWindowInSeconds: 300 }, { longestWindowSeconds: 1 });
    await table.put('a');
    await waitFor(() => expect(batches()).toEqual([['a']]));
  });

  it('stays below six megabytes', async () => {
    const large = { text: { S: 'x'.repeat(390 * 1_024) } };
    await map(undefined, { MaximumBatchingWindowInSeconds: 300, BatchSize: 10_000 });
    for (let index = 0; index < 18; index += 1) await table.put(`k${index}`, large);
    await waitFor(() => expect(table.events.length).toBeGreaterThan(0));
    // Delivered at once, since no larger batch is possible; each record has nearly 400 KB.
    expect(batches()[0]?.length).toBe(15);
  });

  it('is retried from the first record that the function reports', async () => {
    let isHealed = false;
    await map((event) => (isHealed ? {} : failingAt('b')(event)), reporting);
    await putTogether('a', 'b', 'c');
    await waitFor(() => expect(table.events.length).toBeGreaterThan(2));
    isHealed = true;
    await table.put('d');
    await waitFor(() => expect(delivered().at(-1)).toBe('d'));
    const [first, ...retries] = batches();
    expect(first).toEqual(['a', 'b', 'c']);
    expect(retries.slice(0, -1).every((keys) => keys.join() === 'b,c')).toBe(true);
    expect(delivered().filter((key) => key === 'a')).toEqual(['a']);
  });

  it('is given up after the retries, and the queue is told which records', async () => {
    await map(
      ({ Records }) => {
        if (Records.length > 0 && keysOf({ Records }).includes('poison')) throw new Error('no');
      },
      {
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
      },
    );
    await table.put('poison');
    await waitFor(() => expect(batches()).toHaveLength(3));
    await table.put('good');
    await waitFor(() => expect(delivered().at(-1)).toBe('good'));
    const { SequenceNumber } = table.events[0]?.Records[0]?.dynamodb ?? {};
    expect(await table.failure()).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
      responseContext: { functionError: 'Unhandled' },
      DDBStreamBatchInfo: {
        batchSize: 1,
        startSequenceNumber: SequenceNumber,
        endSequenceNumber: SequenceNumber,
        shardId: expect.stringMatching(/^shardId-/),
        streamArn: expect.stringContaining(':us-east-1:'),
      },
    });
    expect(await table.failure()).toBeUndefined();
  });

  it('is split until the poison is alone, and a bucket keeps the record', async () => {
    await map(
      ({ Records }) => {
        if (keysOf({ Records }).includes('poison')) throw new Error('no');
      },
      {
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 1,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failed', 'Arn'] } } },
      },
    );
    await putTogether('a', 'b', 'poison', 'c');
    await waitFor(() => expect(delivered().at(-1)).toBe('c'));
    expect(batches()).toEqual([
      ['a', 'b', 'poison', 'c'],
      ['a', 'b'],
      ['poison', 'c'],
      ['poison'],
      ['poison'],
      ['c'],
    ]);
    await waitFor(() => expect(table.run.started(buckets).list('failed', '')).toHaveLength(1));
    const [{ key, path } = { key: '', path: '' }] = table.run.started(buckets).list('failed', 'aws/lambda/');
    expect(key).toMatch(/^aws\/lambda\/Mapping\/shardId-[^/]+\/\d{4}\/\d\d\/\d\d\/[-\dT.]+-[-0-9a-f]{36}$/);
    const { payload, ...told } = JSON.parse(readFileSync(path, 'utf8'));
    expect(told).toMatchObject({ DDBStreamBatchInfo: { batchSize: 1 } });
    expect(keysOf(JSON.parse(payload))).toEqual(['poison']);
  });
});

describe('a mapping of a stream', () => {
  it('starts with the records that are there, or with those that come', async () => {
    const namePrefix = 'shared-';
    const first = await map(undefined, {}, { namePrefix });
    await first.put('early');
    await waitFor(() => expect(delivered()).toEqual(['early']));
    await first.stop();
    const second = await map(undefined, { StartingPosition: 'LATEST' }, { namePrefix });
    await second.put('late');
    await waitFor(() => expect(delivered()).toEqual(['late']));
    await second.stop();
    await map(undefined, {}, { namePrefix });
    await waitFor(() => expect(delivered()).toEqual(['early', 'late']));
  });

  it.each(['TRIM_HORIZON', 'LATEST'])(
    'goes on after a restart where it stopped, if the stack keeps its data (%s)',
    async (StartingPosition) => {
      const folder = temporaryFolder();
      const kept = { namePrefix: `${StartingPosition}-`, dataDir: folder.path };
      const first = await map(undefined, { StartingPosition }, kept);
      await first.put('a');
      await waitFor(() => expect(delivered()).toEqual(['a']));
      await first.mapping.disable();
      await first.put('b');
      await first.stop();
      const second = await map(undefined, { StartingPosition }, kept);
      await second.put('c');
      await waitFor(() => expect(delivered()).toEqual(['b', 'c']));
      await second.stop();
      folder.remove();
    },
  );

  it('takes nothing while it is off, and misses nothing', async () => {
    await map();
    await table.mapping.disable();
    await table.put('a');
    table.mapping.enable();
    await waitFor(() => expect(delivered()).toEqual(['a']));
  });

  it('that stops while a batch fails has neither lost nor given up its records', async () => {
    let isHealed = false;
    await map(
      () => {
        if (!isHealed) throw new Error('not yet');
      },
      { MaximumRetryAttempts: 10_000 },
      { visibilitySeconds: 10 },
    );
    await table.put('a');
    await waitFor(() => expect(batches().length).toBeGreaterThan(1));
    await table.mapping.disable();
    isHealed = true;
    const before = batches().length;
    table.mapping.enable();
    await waitFor(() => expect(batches()).toHaveLength(before + 1));
  });

  it.each([
    ['a tumbling window', { TumblingWindowInSeconds: 30 }, 'Mapping has TumblingWindowInSeconds, which'],
    [
      'another start',
      { StartingPosition: 'AT_TIMESTAMP' },
      'expected StartingPosition TRIM_HORIZON or LATEST',
    ],
    [
      'a filter that Lambda does not know',
      { FilterCriteria: { Filters: [{ Pattern: '{"eventName": [{"wildcard": "I*"}]}' }] } },
      'a pattern of its FilterCriteria is not valid: eventName: wildcard is not supported here',
    ],
    [
      'a destination that is not in the template',
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:x:y:z' } } },
      'Mapping sends what fails to arn:aws:sqs:x:y:z, which is not a resource of this template',
    ],
    [
      'a topic as its destination',
      { DestinationConfig: { OnFailure: { Destination: { Ref: 'Topic' } } } },
      'local/streams/on-failure.ts supports only queues and buckets',
    ],
    [
      'the stream of another template',
      { EventSourceArn: 'arn:aws:dynamodb:us-east-1:1:table/x/stream/y' },
      'which is not a stream of a table of this template',
    ],
  ])('with %s is refused in one line', async (_, properties, message) => {
    await expect(map(undefined, properties)).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringContaining(message),
    });
  });

  it('needs a role that may read the stream, and send to the destination', async () => {
    await expect(map(undefined, {}, {}, grants.slice(0, 1))).rejects.toThrow(
      /^Mapping: the role of its function does not allow dynamodb:DescribeStream on .*\/stream\//,
    );
    const OnFailure = { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } };
    await expect(
      map(undefined, { DestinationConfig: { OnFailure } }, {}, grants.slice(0, 2)),
    ).rejects.toThrow(/does not allow sqs:SendMessage on .*:failures$/);
  });
});
