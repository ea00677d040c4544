import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchEvents } from '../../store/live-events.ts';

/** A stream with one shard and no events. Some of the next reads can be made to fail. */
const answers: Record<string, unknown> = {
  DescribeStream: { StreamDescription: { Shards: [{ ShardId: 's1', SequenceNumberRange: {} }] } },
  GetShardIterator: { ShardIterator: 'i1' },
  GetRecords: { Records: [], NextShardIterator: 'i1' },
};
let failing = 0;
let reads = 0;
const stream = createServer((request, response) => {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const isRead = operation === 'GetRecords';
  const fails = isRead && failing > 0;
  if (isRead) reads += 1;
  if (fails) failing -= 1;
  response.writeHead(fails ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(fails ? { __type: 'UnrecognizedClientException' } : answers[operation]));
});

beforeAll(() => new Promise<void>((resolve) => stream.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => void stream.close());

it('whoever watches events is told when none can arrive, but not of one or two failures, and when they can again', async () => {
  const told: boolean[] = [];
  const settings = {
    endpoint: `http://127.0.0.1:${(stream.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const readsMore = async (count: number) => {
    const before = reads;
    await expect.poll(() => reads - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  };
  const live = await watchEvents(
    'arn:stream',
    settings,
    () => {},
    (isInTrouble) => told.push(isInTrouble),
  );
  failing = 2;
  await readsMore(4);
  expect(told).toEqual([]);
  failing = Number.POSITIVE_INFINITY;
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([true]);
  await readsMore(4);
  failing = 0;
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([true, false]);
  await live.stop();
});
