import { randomBytes } from 'node:crypto';
import type { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient, type QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MessageReport } from '../../app/message-report.ts';
import { messageStatus, wholeMessageStatus } from '../../app/message-status.ts';
import { noTimeLimit } from '../../app/ports/time-limit.ts';
import type { EmailEvent, EventType } from '../../core/email-event.ts';
import { foldStatus, type MessageStatus } from '../../core/fold-status.ts';
import type { Address } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { eventRow } from '../../store/event-row.ts';
import { chunksOf, inFlight } from '../../store/in-flight.ts';
import { storePorts } from '../../store/ports.ts';
import type { RowFields } from '../../store/row-fields.ts';
import { statusRow } from '../../store/status-row.ts';
import { anEvent } from '../support/events.ts';
import { createAddressesTable, createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const messages = `long-${randomBytes(4).toString('hex')}`;
const addresses = `${messages}-addresses`;
const start = Date.UTC(2026, 0, 1);
const now = new Date(start);

/** Counts calls, and the read units of those about messages. */
const meter = { calls: 0, units: 0 };
const metered = {
  send: async (command: QueryCommand | BatchGetItemCommand) => {
    meter.calls += 1;
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity, ...answer } = await client.send(command as QueryCommand);
    for (const { TableName, CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat())
      if (TableName === messages) meter.units += CapacityUnits;
    return answer;
  },
} as unknown as DynamoDBDocumentClient;

const ports = {
  ...noTimeLimit,
  ...storePorts({
    client: metered,
    messagesTable: messages,
    addressesTable: addresses,
    settings: defaultSettings,
    ownKey: async () => 'own key',
    now: () => now,
  }),
};

const person = (index: number) => `person-${String(index).padStart(4, '0')}@example.com`;
/** Each row takes about half a kilobyte, as those of providers do. */
function event(messageId: string, to: string | undefined, type: EventType, second: number): EmailEvent {
  const payload = { filler: randomBytes(300).toString('base64') };
  const { recipient, ...facts } = anEvent({ messageId, type, second, ...(to !== undefined && { to }) });
  return { ...facts, ...(to !== undefined && { recipient }), payload } as EmailEvent;
}

/** Writes the rows of events as the consumer does, without its calls. */
async function store(events: readonly EmailEvent[]) {
  const statuses = new Map<string, MessageStatus>();
  const keys = new Map<string, { messageId: EmailEvent['messageId']; recipient: Address }>();
  for (const each of events) {
    const { messageId, recipient } = each;
    if (!recipient) continue;
    const name = `${messageId} ${recipient}`;
    const status = foldStatus(statuses.get(name), each);
    if (!status) continue;
    statuses.set(name, status);
    keys.set(name, { messageId, recipient });
  }
  const times = { now, retentionDays: 400 };
  const rows: RowFields[] = [
    ...events.map((each) => eventRow(each, { receivedAt: now }, { now, windowDays: 30 })),
    ...[...statuses].flatMap(([name, status]) => {
      const key = keys.get(name);
      return key ? [statusRow(key, status, times)] : [];
    }),
  ];
  await inFlight(chunksOf(rows, 25), 8, async (chunk) => {
    const requests = chunk.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [messages]: requests } }));
  });
}

async function measured<Value>(work: () => Promise<Value>) {
  Object.assign(meter, { calls: 0, units: 0 });
  const value = await work();
  return { value, ...meter };
}

async function ask(
  question: Parameters<typeof messageStatus>[0],
  hasTime = () => true,
): Promise<MessageReport> {
  const answer = await messageStatus(question, { ...ports, hasTime });
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value;
}

/** All pages, as a program asks for them. */
async function pagesOf(messageId: string, limit: number, hasTime = () => true): Promise<MessageReport[]> {
  const pages: MessageReport[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({ messageId, limit, cursor }, hasTime);
    pages.push(page);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
}

const recipients = 1_000;
const everybody = Array.from({ length: recipients }, (_, index) => person(index));

beforeAll(async () => {
  await createTable(client, messages, 'messageId');
  await createAddressesTable(client, addresses);
  await store([
    // The newsletter: everybody gets it, one in ten bounces, one only unsubscribes, and one event names nobody.
    ...everybody.flatMap((recipient, index) => [
      event('newsletter', recipient, 'processed', index % 7),
      event('newsletter', recipient, index % 10 === 0 ? 'hard_bounce' : 'delivered', 10 + (index % 7)),
    ]),
    event('newsletter', 'zoe@example.com', 'unsubscribe', 30),
    event('newsletter', undefined, 'unknown', 31),
    ...['ana', 'ben', 'cleo'].map((name) => event('short', `${name}@example.com`, 'delivered', 1)),
    // One mail that a program opens again and again.
    event('opened', 'ana@example.com', 'hard_bounce', 0),
    ...Array.from({ length: 1_500 }, (_, index) => event('opened', 'ana@example.com', 'open', 1 + index)),
  ]);
});

describe('a message to a thousand recipients', () => {
  const summary = { delivered: 900, hard_bounce: 100, none: 1 };

  it('is answered page by page, with the summary of all on every page', async () => {
    const first = await ask({ messageId: 'newsletter', limit: 100 });
    const { cursor } = first;
    const second = await ask({ messageId: 'newsletter', limit: 100, cursor });
    for (const page of [first, second]) expect(page).toMatchObject({ summaryOf: 'message', summary });
    const shown = [...first.recipients, ...second.recipients].map(({ recipient }) => recipient);
    // One recipient without a status is on the first page.
    expect(shown.toSorted()).toEqual([...everybody.slice(0, 200), 'zoe@example.com']);
    expect([first.otherEvents.length, second.otherEvents.length]).toEqual([1, 0]);
  });

  it('can be read as a whole', async () => {
    const answer = await wholeMessageStatus({ messageId: 'newsletter' }, ports);
    if (!answer.ok) throw new Error(answer.refusal.detail);
    const { recipients: all, ...report } = answer.value;
    expect(report).toMatchObject({ summary, summaryOf: 'message' });
    expect(all.map(({ recipient }) => recipient).toSorted()).toEqual([...everybody, 'zoe@example.com']);
    expect(all.every(({ timeline, moreEvents }) => timeline.length > 0 && !moreEvents)).toBe(true);
    expect(all.filter(({ decidingEventExpired }) => decidingEventExpired)).toEqual([]);
  });

  it('takes a bounded number of calls and read units for a page', async () => {
    const first = await measured(() => ask({ messageId: 'newsletter' }));
    // The message itself, its statuses, its events, the events that decided, recipients without a status; two for each suppression.
    expect(first.calls).toBeLessThanOrEqual(8 + 2 * 21);
    const { cursor } = first.value;
    const next = await measured(() => ask({ messageId: 'newsletter', cursor }));
    expect(next.calls).toBeLessThanOrEqual(5 + 2 * 20);
    // Half a unit for each 4 KB of events, and one for each event that decided.
    expect([first.units, next.units].map((units) => units < 500)).toEqual([true, true]);
  });

  it('is answered about one recipient', async () => {
    const page = await ask({ messageId: 'newsletter', to: 'Person-0010@example.com' });
    expect(page).toMatchObject({
      summary: { hard_bounce: 1 },
      recipients: [{ recipient: person(10), status: 'hard_bounce', timeline: [{}, {}] }],
      otherEvents: [],
    });
    expect(page.cursor).toBeUndefined();
    await expect(ask({ messageId: 'newsletter', to: 'nobody@example.com' })).rejects.toThrow('no event');
  });

  it('is answered in part when time is up, and the cursor leads on', async () => {
    const found: MessageReport[] = [];
    for (let cursor: string | undefined; found.length < 3; cursor = found.at(-1)?.cursor)
      found.push(await ask({ messageId: 'newsletter', limit: 100, cursor }, () => false));
    const shown = found.flatMap((page) => page.recipients).filter(({ status }) => status !== null);
    expect(shown.map(({ recipient }) => recipient)).toEqual(everybody.slice(0, 60));
    // Events may be missing, but not the one that decided, and the summary is that of the page.
    expect(shown.every(({ decidingEventExpired }) => !decidingEventExpired)).toBe(true);
    expect(found.map(({ summaryOf }) => summaryOf)).toEqual(['page', 'page', 'page']);
  });

  it('refuses a cursor of another message', async () => {
    const { cursor } = await ask({ messageId: 'newsletter' });
    expect(await messageStatus({ messageId: 'short', cursor }, ports)).toMatchObject({
      refusal: { code: 'cursor-invalid' },
    });
  });
});

describe('an ordinary message', () => {
  it('takes one call, and two for the suppression of each recipient', async () => {
    const { calls, value } = await measured(() => ask({ messageId: 'short' }));
    expect([calls, value.recipients.length]).toEqual([1 + 2 * 3, 3]);
  });

  it('is answered page by page as well', async () => {
    const pages = await pagesOf('short', 2);
    expect(pages.map((page) => [page.recipients.length, page.summary, page.summaryOf])).toEqual([
      [2, { delivered: 3 }, 'message'],
      [1, { delivered: 3 }, 'message'],
    ]);
  });
});

describe('a recipient with very many events', () => {
  it('has the newest of them in the answer, and the one that decided', async () => {
    const { recipients: [ana] = [] } = await ask({ messageId: 'opened' });
    expect(ana).toMatchObject({ status: 'hard_bounce', moreEvents: true, decidingEventExpired: false });
    expect(ana?.timeline.map(({ type }) => type)).toEqual([
      'hard_bounce',
      ...Array.from({ length: 50 }, () => 'open'),
    ]);
    expect(ana?.timeline.at(-1)?.occurredAt).toBe(momentFromMillis(start + 1_500_000));
  });
});
