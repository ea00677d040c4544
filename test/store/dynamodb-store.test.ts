import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import type { Address } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { defaultSettings as suppression } from '../../core/suppression-settings.ts';
import { dynamoDbStore } from '../../store/dynamodb-store.ts';
import { statusRowKey } from '../../store/keys.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';
import { wholeMessage } from '../support/whole-message.ts';

const table = `store-${randomBytes(4).toString('hex')}`;
const addressesTable = `${table}-addresses`;
const client = sharedDynamoDb();
const day = 86_400_000;
const start = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:00:01Z');

beforeAll(async () => {
  await Promise.all([
    createTable(client, table, 'messageId'),
    createTable(client, addressesTable, 'address'),
  ]);
});

let messages = 0;
const aMessageId = () => {
  messages += 1;
  return `m${messages}`;
};
const inMessage = (events: readonly EmailEvent[], messageId: string) =>
  events.map((event) => ({ ...event, messageId }) as EmailEvent);

const storeAt = (clock: () => Date, by: DynamoDBDocumentClient = client) =>
  dynamoDbStore(by, { table, addressesTable, windowDays: 30, statusRetentionDays: 400, suppression }, clock, {
    pause: async () => {},
  });

async function write(events: readonly EmailEvent[], now = start, isTimeUp = () => false) {
  const { writes } = planWrites([{ receivedAt: now, events }]);
  return storeAt(() => now).writeAll(writes, isTimeUp);
}

async function statusOf(messageId: string) {
  return (await wholeMessage(client, table, messageId))?.recipients[0]?.status;
}

describe('the store', () => {
  it('returns every event as it was written', async () => {
    for (const tags of [['welcome'], ['plan=trial', 'tenant=t1']]) {
      const mail = {
        stream: 'outbound',
        tags,
        template: 'welcome',
        templateVersion: '3',
        sendingDomain: 'example.com',
        ipPool: 'shared',
        sentAt: momentFromMillis(start.getTime()),
        metadata: { tenant: 't1', plan: 'trial' },
      };
      const event = anEvent({ type: 'dropped', messageId: aMessageId(), mail });
      await write([event]);
      const stored = (await wholeMessage(client, table, event.messageId))?.recipients[0]?.events[0];
      expect(stored).toEqual({ ...event, receivedAt: start.toISOString(), storedAt: start.toISOString() });
    }
  });

  it('distinguishes a repeated event from a new one', async () => {
    const event = anEvent({ messageId: aMessageId() });
    const repeated = async (now: Date) =>
      (await write([event], now)).map((outcome) => outcome.type === 'done' && outcome.repeated);
    expect(await repeated(start)).toEqual([false, false]);
    expect(await repeated(new Date(start.getTime() + 30 * day))).toEqual([true, true]);
    // After the window the event counts as new, but the status does not change.
    expect(await repeated(new Date(start.getTime() + 30 * day + 1000))).toEqual([false, true]);
  });

  it('keeps two events of one id apart if they come from two providers, and recognises a repeat of each', async () => {
    const twins = ['sendgrid', 'ses'].map((provider) => anEvent({ id: 'e1', provider }));
    for (const order of [twins, twins.toReversed()]) {
      const mine = inMessage(order, aMessageId());
      const [messageId] = mine.map((event) => event.messageId);
      // Not at the same instant: then the row in the way would look like an earlier try of the same write.
      for (const [index, event] of mine.entries()) await write([event], new Date(start.getTime() + index));
      const stored = await wholeMessage(client, table, messageId ?? '');
      const events = stored?.recipients[0]?.events ?? [];
      expect(events.map(({ id, provider }) => `${id} ${provider}`).sort()).toEqual(['e1 sendgrid', 'e1 ses']);
      expect(stored?.recipients[0]?.status).toEqual(foldAll(mine));
      for (const event of mine)
        expect(await write([event], later)).toMatchObject([{ repeated: true }, { repeated: true }]);
    }
  });

  it('takes over a status from before the provider was part of the precedence, and never goes back', async () => {
    const messageId = aMessageId();
    const event = anEvent({ id: 'e1', messageId });
    await write([event]);
    await client.send(
      new UpdateCommand({
        TableName: table,
        Key: statusRowKey({ messageId: event.messageId, recipient: event.recipient as Address }),
        UpdateExpression: 'SET precedence = :earlier',
        ExpressionAttributeValues: { ':earlier': '0|2026-01-01T00:00:00.000Z|3|e1' },
      }),
    );
    await write([anEvent({ id: 'e0', messageId })]);
    expect(await statusOf(messageId)).toMatchObject({ eventId: 'e1' });
    expect(await write([event], later)).toMatchObject([{ repeated: true }, { repeated: false }]);
    expect(await statusOf(messageId)).toEqual(foldAll([event]));
    expect(await write([event], later)).toMatchObject([{ repeated: true }, { repeated: true }]);
  });

  it('counts an event as new whose first try was stored and got no answer, and a later report as a repeat', async () => {
    const event = anEvent({ messageId: aMessageId() });
    const lost = { isLost: true };
    const send = async (command: object) => {
      const answer = await client.send(command as PutCommand);
      if (!(command instanceof PutCommand) || !lost.isLost) return answer;
      lost.isLost = false;
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    };
    let millis = start.getTime();
    const ticking = () => {
      millis += 1;
      return new Date(millis);
    };
    const store = storeAt(ticking, { send } as unknown as DynamoDBDocumentClient);
    const arriving = (receivedAt: Date) =>
      store.writeAll(planWrites([{ receivedAt, events: [event] }]).writes, () => false);
    expect((await arriving(start))[0]).toMatchObject({ type: 'done', repeated: false });
    // The queue delivers the same message again.
    expect((await arriving(start))[0]).toMatchObject({ type: 'done', repeated: true });
    // The provider reports the same event again.
    expect((await arriving(later))[0]).toMatchObject({ type: 'done', repeated: true });
  });

  it('contains the fold of all events, in any order, repetition and batching', async () => {
    const histories = anyEvents().chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 24, maxLength: 24 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(histories, async ([events, arrivals, sizes]) => {
        const messageId = aMessageId();
        const mine = inMessage(arrivals, messageId);
        for (const size of sizes) await write(mine.splice(0, size));
        expect(await statusOf(messageId)).toEqual(foldAll(inMessage(events, messageId)));
      }),
      { numRuns: 25 },
    );
  });

  it('contains the same fold when several consumers write at once', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents(), async (events) => {
        const messageId = aMessageId();
        const mine = inMessage(events, messageId);
        await Promise.all([...mine, ...mine].map((event) => write([event])));
        expect(await statusOf(messageId)).toEqual(foldAll(mine));
      }),
      { numRuns: 15 },
    );
  });

  it('starts no write once time is up, and reports each as not started', async () => {
    const messageId = aMessageId();
    const answers = Array.from({ length: 10 }, () => false);
    const events = Array.from({ length: 30 }, (_, second) => anEvent({ messageId, second }));
    const outcomes = await write(events, start, () => answers.pop() ?? true);
    expect(outcomes.filter((outcome) => outcome.type === 'done')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome.type === 'not-started')).toHaveLength(21);
  });

  it('returns an outcome for each write, even when the table does not exist', async () => {
    const nowhere = dynamoDbStore(
      client,
      { table: 'absent', addressesTable: 'absent', windowDays: 30, statusRetentionDays: 400, suppression },
      () => start,
    );
    const { writes } = planWrites([{ receivedAt: start, events: [anEvent()] }]);
    expect((await nowhere.writeAll(writes, () => false)).map((outcome) => outcome.type)).toEqual([
      'failed',
      'failed',
    ]);
  });

  it('keeps a status for longer than its events', async () => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table, Limit: 200 }));
    const daysKept = (prefix: string) =>
      new Set(
        Items.filter((row) => String(row['sortKey']).startsWith(prefix)).map((row) =>
          Math.round((Number(row['expiresAt']) * 1000 - start.getTime()) / day),
        ),
      );
    expect(daysKept('S#')).toEqual(new Set([400]));
    expect(daysKept('E#')).toContain(30);
  });
});
