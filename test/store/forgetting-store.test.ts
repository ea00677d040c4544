import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Forgotten, forget } from '../../app/forget.ts';
import { defaultSettings, foldHeads } from '../../core/fold-suppression.ts';
import { type Address, toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { type Cause, causes, type SuppressionEntry } from '../../core/suppression.ts';
import { eventRow, readEventRow } from '../../store/event-row.ts';
import { forgettingStore } from '../../store/forgetting-store.ts';
import { readAllHeads } from '../../store/forgotten.ts';
import { unpackPayload } from '../../store/payload.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import type { RowFields } from '../../store/row-fields.ts';
import { statusRow } from '../../store/status-row.ts';
import { anEvent, foldAll } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const name = `forget-${randomBytes(4).toString('hex')}`;
const tables = { messages: name, addresses: `${name}-addresses` };
beforeAll(async () => {
  await createTable(client, tables.messages, 'messageId');
  await createTable(client, tables.addresses, 'address');
});

const now = new Date('2026-02-01T00:00:00Z');
const ownKey = 'a key';
const settings = { ...defaultSettings, causes };
let made = 0;
const anAddress = () => {
  made += 1;
  return toAddress(`person-${made}@example.com`);
};

function entry(address: Address, what: Cause | 'release', hour: number): SuppressionEntry {
  const facts = {
    address,
    scope: '*',
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1, hour)),
    id: toEventId(`${what}-${hour}`),
    messageId: toMessageId(`m-${hour}`),
  };
  return what === 'release'
    ? { ...facts, type: 'release', by: 'lee', because: 'asked' }
    : { ...facts, type: 'evidence', cause: what, provider: 'sendgrid' };
}

const record = (each: SuppressionEntry) => recordSuppression(client, tables.addresses, each, settings, now);

async function causesOf(address: Address): Promise<string[]> {
  const source = { client, table: tables.addresses, settings };
  const { heads } = await readAllHeads(source, address, ownKey, {});
  return foldHeads(heads, settings).map(({ cause }) => cause);
}

async function rowsOf(address: Address): Promise<number> {
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: tables.addresses,
      KeyConditionExpression: 'address = :address',
      ExpressionAttributeValues: { ':address': address },
      ConsistentRead: true,
    }),
  );
  return Count;
}

/** Forgets an address. `before` is called before each call to DynamoDB, with its number. */
async function forgotten(
  address: Address,
  before: (call: number) => Promise<unknown> = async () => {},
): Promise<Forgotten> {
  let calls = 0;
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    calls += 1;
    await before(calls);
    return client.send(command);
  };
  // The paginators look at the class of the client.
  const watched = Object.assign(Object.create(Object.getPrototypeOf(client)), client, { send });
  const store = forgettingStore({
    client: watched as DynamoDBDocumentClient,
    tables,
    settings,
    ownKey: async () => ownKey,
    now: () => now,
  });
  const result = await forget({ address, by: 'kim', because: 'erasure' }, store);
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
}

describe('forgetting an address', () => {
  it('keeps five soft bounces in force', async () => {
    const address = anAddress();
    for (const hour of [1, 2, 3, 4, 5]) await record(entry(address, 'soft_bounce', hour));
    expect(await forgotten(address)).toMatchObject({
      evidence: 5,
      suppressedStill: ['soft_bounce'],
      isComplete: true,
    });
    expect([await causesOf(address), await rowsOf(address)]).toEqual([['soft_bounce'], 0]);
  });

  it('keeps a release, so that what it ended does not suppress again when it is told late', async () => {
    const address = anAddress();
    await record(entry(address, 'hard_bounce', 1));
    await record(entry(address, 'release', 3));
    expect(await forgotten(address)).toMatchObject({ suppressedStill: [] });
    await record(entry(address, 'hard_bounce', 1));
    await record(entry(address, 'dropped', 2));
    expect(await causesOf(address)).toEqual([]);
    await record(entry(address, 'hard_bounce', 4));
    expect(await causesOf(address)).toEqual(['hard_bounce']);
  });

  it('can be repeated: what a release ended stays ended, and what is in force stays in force', async () => {
    const address = anAddress();
    await record(entry(address, 'hard_bounce', 1));
    await forgotten(address);
    await record(entry(address, 'release', 3));
    await forgotten(address);
    expect(await causesOf(address)).toEqual([]);
    await record(entry(address, 'complaint', 4));
    await forgotten(address);
    await forgotten(address);
    expect(await causesOf(address)).toEqual(['complaint']);
  });

  /** Forgets an address once for each call to DynamoDB, and does something just before that call. */
  async function atEveryCall(
    prepare: (address: Address) => Promise<unknown>,
    disturb: (address: Address) => Promise<unknown>,
    look: (address: Address, at: string, result: Forgotten) => Promise<void>,
  ) {
    for (let at = 1; ; at += 1) {
      const address = anAddress();
      await prepare(address);
      let isDisturbed = false;
      const result = await forgotten(address, async (call) => {
        if (call !== at) return;
        isDisturbed = true;
        await disturb(address);
      });
      if (!isDisturbed) return at - 1;
      await look(address, `call ${at}`, result);
    }
  }

  it('loses nothing that is stored at any moment of it', async () => {
    const calls = await atEveryCall(
      async (address) => {
        await record(entry(address, 'hard_bounce', 1));
        await record(entry(address, 'release', 2));
      },
      async (address) => {
        // Into the row of the same day and the same head, which were not in force, and into new rows.
        await record(entry(address, 'hard_bounce', 3));
        await record(entry(address, 'complaint', 3));
      },
      async (address, at, { isComplete }) => {
        expect([at, await causesOf(address), isComplete]).toEqual([at, ['complaint', 'hard_bounce'], true]);
      },
    );
    expect(calls).toBeGreaterThan(5);
  });

  it('keeps a release that is stored at any moment of it', async () => {
    await atEveryCall(
      (address) => record(entry(address, 'hard_bounce', 1)),
      (address) => record(entry(address, 'release', 3)),
      async (address, at) => {
        await record(entry(address, 'hard_bounce', 2));
        expect([at, await causesOf(address)]).toEqual([at, []]);
      },
    );
  });

  it('sees the soft bounce that reaches the cap at any moment before the rows are removed', async () => {
    await atEveryCall(
      async (address) => {
        for (const hour of [1, 2, 3, 4]) await record(entry(address, 'soft_bounce', hour));
      },
      (address) => record(entry(address, 'soft_bounce', 5)),
      async (address, at, { suppressedStill }) => {
        // Once the first four are forgotten, the fifth is the first of a new count.
        const isSuppressed = (await causesOf(address)).length > 0;
        expect([at, isSuppressed]).toEqual([at, suppressedStill.length > 0]);
        if (['call 1', 'call 2'].includes(at)) expect([at, isSuppressed]).toEqual([at, true]);
      },
    );
  });

  it('says when a provider keeps reporting', async () => {
    const address = anAddress();
    const result = await forgotten(address, async (call) => record(entry(address, 'hard_bounce', call % 24)));
    expect(result.isComplete).toBe(false);
    expect(await causesOf(address)).toEqual(['hard_bounce']);
  });

  it('removes both of two recipients who are forgotten at the same time from a payload of a third', async () => {
    const [ana, ben] = [anAddress(), anAddress()];
    const payload = { recipients: [ana, ben, 'eve@example.com'] };
    for (const to of [ana, ben, 'eve@example.com']) {
      const event = { ...anEvent({ to, messageId: 'shared', id: `e-${to}` }), payload };
      const Item = eventRow(event, { receivedAt: now }, { now, windowDays: 30 });
      await client.send(new PutCommand({ TableName: tables.messages, Item }));
    }
    let isFirst = true;
    await forgotten(ana, async (call) => {
      if (call < 3 || !isFirst) return;
      isFirst = false;
      await forgotten(ben);
    });
    const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.messages }));
    expect(Items.map((row) => JSON.parse(unpackPayload(row)))).toEqual([
      { recipients: ['forgotten', 'forgotten', 'eve@example.com'] },
    ]);
  });

  it('removes the address from tags and custom arguments of a mail that went to others too', async () => {
    const ana = anAddress();
    const mail = { tags: [`to=${ana}`, 'welcome'], metadata: { inviter: `Ana <${ana}>`, tenant: 'acme' } };
    const rows: RowFields[] = [];
    for (const to of [ana, 'eve@example.com']) {
      const event = { ...anEvent({ to, messageId: 'invitation', id: `i-${to}`, mail }), payload: mail };
      const status = foldAll([event]);
      const key = { messageId: event.messageId, recipient: toAddress(to) };
      rows.push(eventRow(event, { receivedAt: now }, { now, windowDays: 30 }));
      if (status) rows.push(statusRow(key, status, { now, retentionDays: 400 }));
    }
    for (const Item of rows) await client.send(new PutCommand({ TableName: tables.messages, Item }));
    expect(await forgotten(ana)).toMatchObject({ events: 1, statuses: 1, redacted: 1 });
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tables.messages,
        KeyConditionExpression: 'messageId = :message',
        ExpressionAttributeValues: { ':message': 'invitation' },
      }),
    );
    const tags = ['to=forgotten', 'welcome'];
    const metadata = { inviter: 'Ana <forgotten>', tenant: 'acme' };
    expect(Items).toMatchObject([
      { tags, metadata },
      { tags, status: 'delivered' },
    ]);
    expect(readEventRow(Items[0] ?? {})).toMatchObject({ tags, metadata, payload: { tags, metadata } });
  });
});
