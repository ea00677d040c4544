import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventSourceMapping, type EventSourceMapping } from '../../local/event-source-mapping.ts';
import type { FunctionPool } from '../../local/function-pool.ts';
import { openQueue } from '../../local/polled-queue.ts';
import { type Batching, pollQueue } from '../../local/queue-poller.ts';
import { poolThat } from './support/functions.ts';
import { type Messaging, startMessaging } from './support/messaging.ts';

type Record = {
  messageId: string;
  body: string;
  attributes: { ApproximateReceiveCount: string; SentTimestamp: string };
  messageAttributes: { [name: string]: { stringValue?: string; dataType: string } };
};
type Batch = { Records: Record[] };

let messaging: Messaging;
let mapping: EventSourceMapping | undefined;
let batches: Record[][];

beforeEach(async () => {
  messaging = await startMessaging();
  await messaging.sqs.createQueue({ QueueName: 'dead' });
  await messaging.sqs.createQueue({
    QueueName: 'events',
    Attributes: {
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: messaging.arnOf('dead'), maxReceiveCount: 2 }),
    },
  });
  batches = [];
});

afterEach(async () => {
  await mapping?.disable();
  await messaging.stop();
});

function map(
  answer: (batch: Batch) => unknown,
  {
    retrySeconds,
    holdSeconds,
    pollers = 1,
    ...changed
  }: Partial<Batching> & { retrySeconds?: number; holdSeconds?: number; pollers?: number } = {},
): EventSourceMapping {
  const pool: FunctionPool = poolThat((batch: Batch) => {
    batches.push(batch.Records);
    return answer(batch);
  });
  const settings = {
    name: 'mapping',
    functionName: 'function',
    sourceArn: messaging.arnOf('events'),
    batchSize: 10,
    windowSeconds: 0,
    reportsItemFailures: true,
    enabled: true,
    ...changed,
  };
  const { awsEndpoint, untilMessage, urlOf } = messaging;
  const queue = openQueue({ url: urlOf('events'), retrySeconds, holdSeconds }, awsEndpoint, untilMessage);
  const poll = pollQueue(queue, pool, settings);
  mapping = createEventSourceMapping(
    settings,
    Array.from({ length: pollers }, () => poll),
  );
  if (settings.enabled) mapping.enable();
  return mapping;
}

/** Several messages in one batch, even if a poller looks in between. */
async function send(...bodies: string[]): Promise<void> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  const { Failed = [] } = await messaging.sqs.sendMessageBatch({
    QueueUrl: messaging.urlOf('events'),
    Entries,
  });
  expect(Failed).toEqual([]);
}

const bodies = () => batches.map((batch) => batch.map(({ body }) => body));
const failing = (...records: (Record | undefined)[]) => ({
  batchItemFailures: records.map((record) => ({ itemIdentifier: record?.messageId })),
});

/** The batch has been handled, deletion included, when the mapping has been switched off. */
async function afterOneBatch(): Promise<{ waiting: number; out: number }> {
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  await mapping?.disable();
  return messaging.countOf('events');
}

describe('a batch of messages', () => {
  it('reaches the function in the shape that Lambda gives it', async () => {
    await messaging.sqs.sendMessage({
      QueueUrl: messaging.urlOf('events'),
      MessageBody: 'hello',
      MessageAttributes: { provider: { DataType: 'String', StringValue: 'ses' } },
    });
    map(() => undefined);
    await afterOneBatch();
    expect(batches[0]).toEqual([
      {
        messageId: expect.any(String),
        receiptHandle: expect.any(String),
        body: 'hello',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
        }),
        messageAttributes: {
          provider: { stringValue: 'ses', stringListValues: [], binaryListValues: [], dataType: 'String' },
        },
        md5OfBody: '5d41402abc4b2a76b9719d911017c592',
        md5OfMessageAttributes: expect.any(String),
        eventSource: 'aws:sqs',
        eventSourceARN: messaging.arnOf('events'),
        awsRegion: 'us-east-1',
      },
    ]);
  });

  it.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['an empty object', () => ({})],
    ['an empty list of failures', () => ({ batchItemFailures: [] })],
    ['no list of failures', () => ({ batchItemFailures: null })],
  ])('is done with when the function answers %s', async (_, answer) => {
    await send('a', 'b');
    map(answer);
    expect(await afterOneBatch()).toEqual({ waiting: 0, out: 0 });
  });

  it('is deleted, except for the messages that the function names', async () => {
    await send('a', 'b', 'c');
    map(({ Records }) => failing(Records[1]));
    expect(await afterOneBatch()).toEqual({ waiting: 0, out: 1 });
  });

  it.each([
    ['names a message that was not in it', () => ({ batchItemFailures: [{ itemIdentifier: 'stranger' }] })],
    ['names a message by nothing', () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
    ['names a message by null', () => ({ batchItemFailures: [{ itemIdentifier: null }] })],
    ['uses another key', () => ({ batchItemFailures: [{ id: 'a' }] })],
    ['gives no list', () => ({ batchItemFailures: 'a' })],
    ['answers with a string', () => 'fine'],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('fails as a whole when the function %s', async (_, answer) => {
    await send('a', 'b');
    map(answer);
    expect(await afterOneBatch()).toEqual({ waiting: 0, out: 2 });
  });

  it('is deleted as a whole when the mapping does not report single failures', async () => {
    await send('a', 'b');
    map(({ Records }) => failing(Records[0]), { reportsItemFailures: false });
    expect(await afterOneBatch()).toEqual({ waiting: 0, out: 0 });
  });

  it('is no larger than the mapping says', async () => {
    await send('a', 'b', 'c');
    map(() => undefined, { batchSize: 2 });
    await vi.waitFor(() => expect(bodies().flat()).toHaveLength(3));
    expect(bodies().every((batch) => batch.length <= 2)).toBe(true);
  });

  it('stays below six megabytes, although one message can have a megabyte', async () => {
    const large = 'x'.repeat(1_024 * 1_024 - 100);
    for (let count = 0; count < 7; count += 1) await send(large);
    map(() => undefined);
    await vi.waitFor(() => expect(batches).not.toHaveLength(0));
    // What was taken from the queue is handled, even when the mapping is switched off meanwhile.
    await mapping?.disable();
    expect(bodies().map((batch) => batch.length)).toEqual([5, 2]);
    expect(await messaging.countOf('events')).toEqual({ waiting: 0, out: 0 });
  });

  it('grows while the batching window is open', async () => {
    map(() => undefined, { windowSeconds: 1 });
    await send('a');
    await send('b');
    await vi.waitFor(() => expect(bodies()).toEqual([['a', 'b']]), 3_000);
  });
});

describe('a message that keeps failing', () => {
  it('comes back with a higher count, then becomes a dead letter with body and attributes', async () => {
    await messaging.sqs.sendMessage({
      QueueUrl: messaging.urlOf('events'),
      MessageBody: 'poison',
      MessageAttributes: { provider: { DataType: 'String', StringValue: 'ses' } },
    });
    map(({ Records }) => failing(...Records), { retrySeconds: 0 });
    await vi.waitFor(
      async () => expect(await messaging.countOf('dead')).toEqual({ waiting: 1, out: 0 }),
      5_000,
    );
    expect(batches.flat().map(({ attributes }) => attributes.ApproximateReceiveCount)).toEqual(['1', '2']);
    const { Messages = [] } = await messaging.sqs.receiveMessage({
      QueueUrl: messaging.urlOf('dead'),
      MessageAttributeNames: ['All'],
    });
    expect(Messages[0]).toMatchObject({
      Body: 'poison',
      MessageAttributes: { provider: { StringValue: 'ses' } },
    });
  });
});

describe('a mapping', () => {
  it('takes no message while it is off, and continues when it is switched on', async () => {
    const off = map(() => undefined, { enabled: false });
    await send('a');
    expect(off.enabled).toBe(false);
    expect(await messaging.countOf('events')).toEqual({ waiting: 1, out: 0 });
    off.enable();
    await vi.waitFor(() => expect(bodies()).toEqual([['a']]));
    await off.disable();
    await send('b');
    expect(await messaging.countOf('events')).toEqual({ waiting: 1, out: 0 });
  });

  it('finishes the running batch before it is off', async () => {
    let finish = () => {};
    const running = map(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await send('a');
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    const off = running.disable();
    finish();
    await off;
    expect(await messaging.countOf('events')).toEqual({ waiting: 0, out: 0 });
  });

  it('survives errors of the queue, and passes a message on again that could not be deleted', async () => {
    let trouble = true;
    messaging.faults.intercept = ({ action }) =>
      action === 'DeleteMessageBatch' && trouble
        ? { status: 400, body: { __type: 'com.amazonaws.sqs#RequestThrottled', message: 'too many' } }
        : undefined;
    map(
      () => {
        trouble = batches.length < 2;
      },
      { retrySeconds: 0 },
    );
    await send('a');
    await vi.waitFor(() => expect(bodies()).toEqual([['a'], ['a']]), 5_000);
    await mapping?.disable();
    expect(await messaging.countOf('events')).toEqual({ waiting: 0, out: 0 });
  });
});

describe('a message that a poller has taken', () => {
  it('comes back soon when the poller was killed, whatever the visibility timeout of the queue', async () => {
    await send('in flight');
    const { awsEndpoint, untilMessage, urlOf } = messaging;
    const killed = openQueue({ url: urlOf('events'), holdSeconds: 1 }, awsEndpoint, untilMessage);
    expect(await killed.receive(1, 1_000, new AbortController().signal)).toHaveLength(1);
    map(() => failing());
    await vi.waitFor(() => expect(bodies()).toEqual([['in flight']]), 10_000);
  });

  it('stays hidden while its function runs, however long that takes', async () => {
    let finish = () => {};
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    map(() => running.then(() => failing()), { retrySeconds: 1, holdSeconds: 1, pollers: 2 });
    await send('slow');
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    // Three times as long as the hold: only renewing it hides the message from the second poller.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(bodies()).toEqual([['slow']]);
    finish();
    await mapping?.disable();
    expect(await messaging.countOf('events')).toEqual({ waiting: 0, out: 0 });
  });
});
