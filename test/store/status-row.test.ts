import { randomBytes } from 'node:crypto';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { sizeOfItem } from '../../bench/stub/row-size.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { precedenceWithoutProvider, type StatusEvent } from '../../core/precedence.ts';
import { defaultSettings as suppression } from '../../core/suppression-settings.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { dynamoDbStore } from '../../store/dynamodb-store.ts';
import { statusRowKey } from '../../store/keys.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { earlierAttributes, readStatusRow } from '../../store/status-row.ts';
import { anEvent, foldAll } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const table = `status-${randomBytes(4).toString('hex')}`;
const settings = {
  table,
  addressesTable: `${table}-addresses`,
  windowDays: 30,
  statusRetentionDays: 400,
  suppression,
};
const client = sharedDynamoDb();
const stores = { single: dynamoDbStore, batched: batchedStore };
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

beforeAll(() => createTable(client, table, 'messageId'));

let messages = 0;
const aMessage = () => {
  messages += 1;
  return `m${messages}`;
};

type Kind = keyof typeof stores;
type Options = { now?: Date; before?: (call: number) => Promise<void> };

/** Writes events of one message. `before` happens between the calls that this takes. */
async function write(kind: Kind, events: readonly EmailEvent[], { now = day(1), before }: Options = {}) {
  let calls = 0;
  const send = async (command: UpdateCommand) => {
    calls += 1;
    await before?.(calls);
    return client.send(command);
  };
  const store = stores[kind]({ send } as unknown as DynamoDBDocumentClient, settings, () => now);
  // Statuses only: each call is then about the one row. Other messages fill the batch, so that it is one.
  const others = Array.from({ length: kind === 'batched' ? 4 : 0 }, () => anEvent({ messageId: aMessage() }));
  const { writes } = planWrites([{ receivedAt: now, events: [...events, ...others] }]);
  const outcomes = await store.writeAll(
    writes.filter(({ type }) => type === 'status'),
    () => false,
  );
  expect(outcomes.map(({ type }) => type)).toEqual(outcomes.map(() => 'done'));
}

async function storedRow({ messageId, recipient }: EmailEvent) {
  if (!recipient) throw new Error('expected an event with a recipient');
  const Key = statusRowKey({ messageId, recipient });
  const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  return Item ?? {};
}

describe.each(['single', 'batched'] as const)('a status row, with %s writes', (kind) => {
  it('is kept for 400 days from the last change, and seen first once', async () => {
    const messageId = aMessage();
    const first = anEvent({ type: 'processed', messageId });
    await write(kind, [first], { now: day(1) });
    const retention = 400 * 86_400;
    expect(await storedRow(first)).toMatchObject({
      firstSeenAt: day(1).toISOString(),
      expiresAt: day(1).getTime() / 1000 + retention,
    });
    await write(kind, [anEvent({ type: 'delivered', messageId, second: 5 })], { now: day(20) });
    expect(await storedRow(first)).toMatchObject({
      status: 'delivered',
      firstSeenAt: day(1).toISOString(),
      expiresAt: day(20).getTime() / 1000 + retention,
    });
  });

  it('keeps the later time of a type when a bounce comes with an earlier one', async () => {
    const messageId = aMessage();
    const stored = anEvent({ type: 'delivered', messageId, second: 5 });
    const later = [
      anEvent({ type: 'delivered', messageId, second: 1 }),
      anEvent({ type: 'hard_bounce', messageId, second: 6 }),
    ];
    await write(kind, [stored]);
    await write(kind, later);
    expect(readStatusRow(await storedRow(stored))).toEqual(foldAll([stored, ...later]));
  });

  const mail = { template: 'welcome', tags: ['onboarding', 'de'], stream: 'outbound' };

  it('says which mail it was, from the first event that tells it', async () => {
    const messageId = aMessage();
    const first = anEvent({ type: 'processed', messageId });
    await write(kind, [first]);
    expect(await storedRow(first)).not.toHaveProperty('template');
    await write(kind, [anEvent({ type: 'delivered', messageId, second: 1, mail })]);
    await write(kind, [anEvent({ type: 'open', messageId, second: 2 })]);
    expect(await storedRow(first)).toMatchObject({ status: 'open', ...mail });
    expect(readStatusRow(await storedRow(first)).labels).toEqual(mail);
  });

  it('gets what a repeated event tells when an earlier version has written the row', async () => {
    const messageId = aMessage();
    const told = anEvent({ type: 'delivered', messageId, mail });
    await write(kind, [{ ...told, template: undefined, tags: undefined, stream: undefined }]);
    await write(kind, [told]);
    expect(readStatusRow(await storedRow(told))).toEqual(foldAll([told]));
  });

  it('says the same of the mail for every order of events that tell different things', async () => {
    const others = { template: 'receipt', tags: ['orders'], stream: 'broadcast' };
    const found = [];
    for (const [first, second] of [
      [mail, others],
      [others, mail],
    ]) {
      const messageId = aMessage();
      const delivered = anEvent({ type: 'delivered', messageId, mail: first });
      await write(kind, [delivered]);
      await write(kind, [anEvent({ type: 'open', messageId, second: 1, mail: second })]);
      found.push(readStatusRow(await storedRow(delivered)).labels);
    }
    expect(found[0]).toEqual(found[1]);
    expect(found[0]).toEqual({ template: 'welcome', tags: ['onboarding', 'de'], stream: 'outbound' });
  });

  it('fits into one write unit with the longest labels', async () => {
    const messageId = `${aMessage()}-${'x'.repeat(60)}`;
    const long = {
      template: 't'.repeat(500),
      tags: Array(40).fill('tag'.repeat(20)),
      stream: 's'.repeat(500),
    };
    const types = ['processed', 'deferred', 'delivered', 'open', 'click'] as const;
    const events = types.map((type, second) =>
      anEvent({ type, messageId, second, id: `${'i'.repeat(42)}${second}`, mail: long }),
    );
    for (const event of events) await write(kind, [event]);
    const row = await storedRow(events[0] as EmailEvent);
    expect(row).toMatchObject({ template: `${'t'.repeat(61)}…`, stream: `${'s'.repeat(45)}…` });
    expect(sizeOfItem(marshall(row))).toBeLessThanOrEqual(1_024);
  });

  it('names the deciding event, its time and its provider only in its precedence', async () => {
    const messageId = aMessage();
    const event = anEvent({ type: 'delivered', messageId, id: 'a|b', second: 7 });
    await write(kind, [event]);
    const row = await storedRow(event);
    for (const name of earlierAttributes) expect(row).not.toHaveProperty(name);
    expect(readStatusRow(row)).toEqual(foldAll([event]));
  });

  /** A row as versions before the precedence named everything wrote it. */
  async function writeEarlier(event: EmailEvent, precedence?: string) {
    await write(kind, [event]);
    const { type, occurredAt, provider, id: eventId } = event;
    const row = { ...(await storedRow(event)), status: type, occurredAt, provider, eventId };
    await client.send(
      new PutCommand({ TableName: table, Item: { ...row, ...(precedence && { precedence }) } }),
    );
  }

  it('of an earlier version is read as it was written, and loses what a newer event would make wrong', async () => {
    const messageId = aMessage();
    const first = anEvent({ type: 'delivered', messageId, second: 1 });
    const next = anEvent({ type: 'open', messageId, second: 2 });
    await writeEarlier(first);
    expect(readStatusRow(await storedRow(first))).toEqual(foldAll([first]));
    await write(kind, [next]);
    const row = await storedRow(first);
    for (const name of earlierAttributes) expect(row).not.toHaveProperty(name);
    expect(readStatusRow(row)).toEqual(foldAll([first, next]));
  });

  it('of the first version keeps its provider when an older event arrives late', async () => {
    const messageId = aMessage();
    const decided = anEvent({ type: 'open', messageId, second: 5 });
    const late = anEvent({ type: 'delivered', messageId, second: 1 });
    await writeEarlier(decided, precedenceWithoutProvider(decided as StatusEvent));
    await write(kind, [late]);
    expect(readStatusRow(await storedRow(decided))).toEqual(foldAll([decided, late]));
  });

  it('keeps the label that another consumer added between the read and the write', async () => {
    const messageId = aMessage();
    await raced(
      anEvent({ type: 'open', messageId, second: 3, mail: { template: 'a' } }),
      anEvent({ type: 'deferred', messageId, second: 2, mail: { template: 'b' } }),
      anEvent({ type: 'processed', messageId, second: 1, mail: { template: 'c' } }),
    );
  });

  /** Writes `stored`, then `mine`. Another consumer writes `other` as soon as `mine` has seen the row. */
  async function raced(stored: EmailEvent, mine: EmailEvent, other: EmailEvent) {
    await write(kind, [stored]);
    let isWritten = false;
    const writeOther = async () => {
      if (!isWritten) await write('single', [other]);
      isWritten = true;
    };
    await write(kind, [mine], { before: async (call) => (call > 1 ? writeOther() : undefined) });
    // A single write may need only one call.
    await writeOther();
    expect(readStatusRow(await storedRow(mine))).toEqual(foldAll([stored, mine, other]));
  }

  it('keeps a time that another consumer added between the read and the write', async () => {
    const messageId = aMessage();
    await raced(
      anEvent({ type: 'open', messageId, second: 3 }),
      anEvent({ type: 'delivered', messageId, second: 1 }),
      anEvent({ type: 'delivered', messageId, second: 2 }),
    );
  });

  it('keeps the event of higher id that another consumer wrote between the read and the write', async () => {
    const messageId = aMessage();
    await raced(
      anEvent({ type: 'delivered', messageId, second: 2, id: 'a' }),
      anEvent({ type: 'delivered', messageId, second: 2, id: 'b' }),
      anEvent({ type: 'delivered', messageId, second: 2, id: 'c' }),
    );
  });

  it('keeps the bounce that another consumer wrote between the read and the write', async () => {
    const messageId = aMessage();
    await raced(
      anEvent({ type: 'open', messageId, second: 3 }),
      anEvent({ type: 'delivered', messageId, second: 1 }),
      anEvent({ type: 'hard_bounce', messageId, second: 2 }),
    );
  });
});
