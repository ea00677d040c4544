import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDelivery, type Delivering } from '../../local/streams/deliver-records.ts';
import type { Discarded } from '../../local/streams/on-failure.ts';
import { createBacklog } from '../../local/streams/stream-backlog.ts';
import { afterInvocation } from '../../local/streams/stream-batch.ts';
import type { StreamRecord } from '../../local/streams/stream-record.ts';
import { poolThat } from './support/functions.ts';
import type { StreamEvent } from './support/streams.ts';

const now = Date.now() / 1_000;

const aRecord = (sequenceNumber: string, ageSeconds = 0): StreamRecord => ({
  eventID: sequenceNumber,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  eventSourceARN: 'arn',
  dynamodb: {
    ApproximateCreationDateTime: now - ageSeconds,
    Keys: {},
    SequenceNumber: sequenceNumber,
    SizeBytes: 1,
    StreamViewType: 'NEW_IMAGE',
  },
});
const numbersOf = (records: readonly StreamRecord[]) =>
  records.map(({ dynamodb }) => dynamodb.SequenceNumber);
const records = (...numbers: string[]) => numbers.map((number) => aRecord(number));
const reporting = { reportsItemFailures: true, bisects: false, mostRetries: undefined };
const reported = (...ids: unknown[]) => ({
  ok: true as const,
  response: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});
const batch = { records: records('1', '2', '3', '4'), retries: 0 };

describe('after an invocation', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', { batchItemFailures: [] }],
  ])('a batch is done when the function answers %s', (_, response) => {
    expect(afterInvocation(batch, { ok: true, response }, reporting)).toEqual({
      done: 4,
      again: [],
      discarded: [],
    });
  });

  it('the records from the lowest reported one on are tried again', () => {
    const { done, again } = afterInvocation(batch, reported('4', '3'), reporting);
    expect([done, again.map((each) => numbersOf(each.records))]).toEqual([2, [['3', '4']]]);
  });

  it.each([
    ['names a record of another batch', reported('9')],
    ['names a record by nothing', reported('')],
    ['names a record by null', reported(null)],
    ['answers with a string', { ok: true as const, response: 'fine' }],
    ['fails', { ok: false as const, error: { errorType: 'Error', errorMessage: 'no' } }],
  ])('the whole batch is tried again when the function %s', (_, invocation) => {
    const { done, again } = afterInvocation(batch, invocation, reporting);
    expect([done, again.map((each) => numbersOf(each.records))]).toEqual([0, [['1', '2', '3', '4']]]);
  });

  it('what the function reports is overlooked when the mapping does not ask for it', () => {
    const { done } = afterInvocation(batch, reported('1'), { ...reporting, reportsItemFailures: false });
    expect(done).toBe(4);
  });

  it('a batch is split where the function reports, or else in the middle, and that costs no retry', () => {
    const bisecting = { ...reporting, bisects: true, mostRetries: 0 };
    const parts = (response: ReturnType<typeof reported>) =>
      afterInvocation(batch, response, bisecting).again.map((each) => [
        each.retries,
        ...numbersOf(each.records),
      ]);
    expect(parts(reported('2'))).toEqual([[0, '2', '3', '4']]);
    expect(parts(reported('1'))).toEqual([
      [0, '1', '2'],
      [0, '3', '4'],
    ]);
  });
});

/** Delivers records to a function that fails whenever it gets one of the poison ones. */
async function deliver(
  given: readonly StreamRecord[],
  poison: ReadonlySet<string>,
  changed: Partial<Delivering> = {},
) {
  const seen: string[][] = [];
  const discarded: Discarded[] = [];
  const checkpoints: string[] = [];
  const pool = poolThat(({ Records }: StreamEvent) => {
    const numbers = numbersOf(Records);
    seen.push(numbers);
    const first = numbers.find((number) => poison.has(number));
    if (first === undefined) return {};
    if (!changed.reportsItemFailures) throw new Error('poison');
    return { batchItemFailures: [{ itemIdentifier: first }] };
  });
  const delivery = createDelivery(
    pool,
    {
      ...{
        reportsItemFailures: false,
        bisects: false,
        mostRetries: 2,
        mostAgeSeconds: undefined,
        retrySeconds: 0,
      },
      ...changed,
    },
    async (each) => void discarded.push(each),
  );
  const finished = await delivery(
    'shard',
    given,
    (number) => checkpoints.push(number),
    new AbortController().signal,
  );
  return { seen, discarded, checkpoints, finished };
}

describe('records that are too old', () => {
  it('are given up before they reach the function, and the others are not', async () => {
    const given = [aRecord('1', 600), aRecord('2', 600), aRecord('3')];
    const { seen, discarded } = await deliver(given, new Set(), { mostAgeSeconds: 300 });
    expect(seen).toEqual([['3']]);
    expect(discarded).toMatchObject([{ condition: 'RecordAgeExceeded', invocations: 0 }]);
    expect(numbersOf(discarded[0]?.records ?? [])).toEqual(['1', '2']);
  });
});

describe('a delivery that is stopped', () => {
  it('gives nothing up, although the function failed for the last time', async () => {
    const stopping = new AbortController();
    const discarded: Discarded[] = [];
    const pool = poolThat(() => {
      stopping.abort();
      throw new Error('the stack is stopping');
    });
    const delivering = {
      ...{
        reportsItemFailures: false,
        bisects: false,
        mostRetries: 0,
        mostAgeSeconds: undefined,
        retrySeconds: 0,
      },
    };
    const delivery = createDelivery(pool, delivering, async (each) => void discarded.push(each));
    const checkpoints: string[] = [];
    const finished = await delivery('shard', records('1'), (each) => checkpoints.push(each), stopping.signal);
    expect([finished, discarded, checkpoints]).toEqual([false, [], []]);
  });
});

describe('the records that wait for a batch', () => {
  const numbers = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });

  it('are done up to the last one that was taken, and those in between that nobody wants', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 4 }), (wanted, batchSize) => {
        const all = wanted.map((_, index) => aRecord(String(index).padStart(3, '0')));
        const isWanted = (record: unknown) => wanted[all.indexOf(record as StreamRecord)] ?? false;
        const backlog = createBacklog({ batchSize, isWanted }, undefined);
        backlog.add(all);
        const taken: string[] = [];
        for (;;) {
          const next = all.find(
            (record) => isWanted(record) && !taken.includes(record.dynamodb.SequenceNumber),
          );
          // What is done never reaches a record that still has to be delivered.
          if (next) expect((backlog.doneTo ?? '') < next.dynamodb.SequenceNumber).toBe(true);
          else expect(backlog.doneTo).toBe(all.at(-1)?.dynamodb.SequenceNumber);
          if (backlog.isEmpty) break;
          const batch = numbersOf(backlog.take());
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(batchSize);
          taken.push(...batch);
        }
        expect(taken).toEqual(numbersOf(all.filter(isWanted)));
      }),
    );
  });
});

describe('for any records and any poison among them', () => {
  const anyRecords = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  const cases = fc.record({
    numbers: anyRecords.map((list) =>
      list.sort((a, b) => a - b).map((number) => String(number).padStart(3, '0')),
    ),
    poison: fc.func(fc.boolean()),
    bisects: fc.boolean(),
    reportsItemFailures: fc.boolean(),
    mostRetries: fc.integer({ min: 0, max: 3 }),
  });

  it('each record is processed or given up, in order, and checkpoints only move forward', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ numbers, poison, ...settings }) => {
        const bad = new Set(numbers.filter((number) => poison(number)));
        const { seen, discarded, checkpoints, finished } = await deliver(records(...numbers), bad, settings);
        const givenUp = discarded.flatMap((each) => numbersOf(each.records));
        const processed = numbers.filter((number) => !givenUp.includes(number));
        expect(finished).toBe(true);
        expect(processed.some((number) => bad.has(number))).toBe(false);
        // A record that was processed was in a batch that went well, or before the record that failed.
        for (const number of processed) {
          const isFine = (each: string[]) =>
            each.includes(number) &&
            !each.some((other) => bad.has(other) && (!settings.reportsItemFailures || other <= number));
          expect(seen.some(isFine)).toBe(true);
        }
        expect(givenUp).toEqual([...givenUp].sort());
        expect(checkpoints).toEqual([...checkpoints].sort());
        expect(checkpoints.at(-1)).toBe(numbers.at(-1));
      }),
    );
  });

  it('splitting costs only the poison itself', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ numbers, poison, mostRetries }) => {
        const bad = new Set(numbers.filter((number) => poison(number)));
        const { seen, discarded } = await deliver(records(...numbers), bad, { bisects: true, mostRetries });
        expect(discarded.flatMap((each) => numbersOf(each.records))).toEqual([...bad].sort());
        for (const number of bad)
          expect(seen.filter((each) => each.join() === number)).toHaveLength(mostRetries + 1);
      }),
    );
  });
});
