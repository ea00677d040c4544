import { randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { type ConsumeDependencies, type ConsumedRecord, consume } from '../../lambdas/consumer/consume.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { readEventTimes } from '../../store/event-times.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const day = (date: number) => new Date(Date.UTC(2026, 0, date));
let table = '';

beforeEach(async () => {
  table = `dated-${randomBytes(4).toString('hex')}`;
  await createTable(client, table, 'messageId');
  await createTable(client, `${table}-addresses`, 'address');
});

const bounce = { event: 'bounce', sg_event_id: 'e1', sg_message_id: 'm1.x', email: 'ana@example.com' };

const received = (receivedAt: Date, events: readonly object[], attributes = {}): ConsumedRecord => ({
  messageId: `q${receivedAt.getTime()}`,
  body: JSON.stringify(events),
  attributes: { SentTimestamp: String(receivedAt.getTime()) },
  messageAttributes: {
    provider: { stringValue: 'sendgrid' },
    encoding: { stringValue: 'plain' },
    receivedAt: { stringValue: receivedAt.toISOString() },
    ...attributes,
  },
});

const run = (records: readonly ConsumedRecord[], deps: Partial<ConsumeDependencies> = {}) => {
  const settings = {
    table,
    addressesTable: `${table}-addresses`,
    windowDays: 30,
    statusRetentionDays: 400,
    suppression: defaultSettings,
  };
  let isTimeUp = false;
  return consume(records, {
    normalizerOf: normalizersWith({}),
    topicProvider: 'ses',
    store: batchedStore(client, settings, () => day(9)),
    timesOf: (messageId) => readEventTimes(client, table, messageId),
    isRecorded: () => true,
    send: async () => expect.unreachable(),
    isTimeUp: () => isTimeUp,
    pause: async () => {
      isTimeUp = true;
    },
    log: { info: () => {}, error: () => {} },
    ...deps,
  });
};

const keysIn = async (name: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
  return Items.map((row) => String(row['sortKey'])).sort();
};
const times = async () => (await readEventTimes(client, table, 'm1' as never)).map((time) => time.occurredAt);

describe('an event that tells no time', () => {
  it('is of the time of its receipt, in its own row and in the history of its address', async () => {
    expect(await run([received(day(2), [bounce])])).toEqual([]);
    expect(await times()).toEqual([day(2).toISOString()]);
    expect(await keysIn(`${table}-addresses`)).toContainEqual(expect.stringMatching(/^ log#2026-01-02#/));
  });

  it('keeps its time when the provider sends it again, and is stored once', async () => {
    await run([received(day(2), [bounce])]);
    const before = [await keysIn(table), await keysIn(`${table}-addresses`)];
    expect(await run([received(day(3), [bounce])])).toEqual([]);
    expect([await keysIn(table), await keysIn(`${table}-addresses`)]).toEqual(before);
  });

  it('is one event when two copies come in one batch, of the time of the first', async () => {
    expect(await run([received(day(3), [bounce]), received(day(2), [bounce])])).toEqual([]);
    expect(await times()).toEqual([day(2).toISOString()]);
  });

  it('is not mistaken for another event of its message', async () => {
    const open = { ...bounce, event: 'open', sg_event_id: 'e2', timestamp: day(1).getTime() / 1000 };
    await run([received(day(2), [open])]);
    await run([received(day(3), [bounce])]);
    expect(await times()).toEqual([day(1).toISOString(), day(3).toISOString()]);
  });

  it('has no time when it is imported: it happened some time before', async () => {
    await run([received(day(2), [bounce], { imported: { stringValue: 'true' } })]);
    expect(await times()).toEqual(['1970-01-01T00:00:00.000Z']);
  });

  it.each([
    ['is throttled', 'ThrottlingException'],
    ['is refused', 'AccessDeniedException'],
  ])('waits in the queue while the look for it %s, and others do not', async (_, name) => {
    const timesOf = async () => {
      throw Object.assign(new Error(name), { name });
    };
    const open = { ...bounce, sg_message_id: 'm2.x', timestamp: day(1).getTime() / 1000 };
    const left = received(day(2), [bounce]);
    expect(await run([left, received(day(3), [open])], { timesOf })).toEqual([left.messageId]);
    expect(await times()).toEqual([]);
    expect(await run([left])).toEqual([]);
    expect(await times()).toEqual([day(2).toISOString()]);
  });
});
