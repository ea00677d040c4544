import { randomBytes } from 'node:crypto';
import { BatchExecuteStatementCommand, BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { defaultSettings as suppression } from '../../core/suppression-settings.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { eventRowKey } from '../../store/keys.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { readHead } from '../../store/suppression-row.ts';
import { anEvent, foldAll } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';
import { wholeMessage } from '../support/whole-message.ts';

const table = `batched-${randomBytes(4).toString('hex')}`;
const addressesTable = `${table}-addresses`;
const client = sharedDynamoDb();
const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:00:01Z');

beforeAll(async () => {
  await Promise.all([
    createTable(client, table, 'messageId'),
    createTable(client, addressesTable, 'address'),
  ]);
});

type Answer = (command: object, answer: () => Promise<object>) => Promise<object>;

/** Writes events and returns the calls it took. `answer` can make some of them fail. */
async function write(events: readonly EmailEvent[], answer: Answer = (_, given) => given(), at = now) {
  const calls: string[] = [];
  const troubles: string[] = [];
  const send = (command: object) => {
    calls.push(command.constructor.name.replace('Command', ''));
    return answer(command, () => client.send(command as UpdateCommand));
  };
  const store = batchedStore(
    { send } as unknown as DynamoDBDocumentClient,
    { table, addressesTable, windowDays: 30, statusRetentionDays: 400, suppression },
    () => at,
    { onTrouble: ({ code }) => troubles.push(code), pause: async () => {} },
  );
  const { writes } = planWrites([{ receivedAt: now, events }]);
  const outcomes = await store.writeAll(writes, () => false);
  const types = outcomes.map((outcome) =>
    outcome.type === 'done' ? (outcome.repeated ? 'repeated' : 'new') : outcome.type,
  );
  return { calls: countsOf(calls), outcomes: countsOf(types), ...(troubles.length > 0 && { troubles }) };
}

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const named = (name: string) => Object.assign(new Error('try again later'), { name });
const refusal = (Code: string) => ({ Error: { Code, Message: 'a row' } });

let messages = 0;
const someEvents = (count: number, type: EmailEvent['type'] = 'delivered', second = 0) =>
  Array.from({ length: count }, (_, index) =>
    anEvent({ type, second, messageId: `m${messages}-${index}`, id: `${type}-${messages}-${index}` }),
  );
const otherMessages = () => {
  messages += 1;
};

async function expectStored(events: readonly EmailEvent[]) {
  for (const messageId of new Set(events.map((event) => event.messageId))) {
    const mine = events.filter((event) => event.messageId === messageId);
    const stored = await wholeMessage(client, table, messageId);
    expect(stored?.recipients[0]?.status).toEqual(foldAll(mine));
    expect(stored?.recipients[0]?.events).toHaveLength(mine.length);
  }
}

describe('writes in batches', () => {
  it('keeps two events of one id apart if they come from two providers, also within one batch', async () => {
    otherMessages();
    const twins = someEvents(3).flatMap((event) => [event, { ...event, provider: 'ses' } as EmailEvent]);
    expect(await write(twins)).toMatchObject({ outcomes: { new: 9 } });
    for (const { messageId } of twins)
      expect((await wholeMessage(client, table, messageId))?.recipients[0]?.events).toHaveLength(2);
    expect(await write(twins, undefined, later)).toMatchObject({ outcomes: { repeated: 9 } });
  });

  it('take one read and one call for every 25 rows', async () => {
    otherMessages();
    const events = someEvents(100);
    expect(await write(events)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 8 },
      outcomes: { new: 200 },
    });
    await expectStored(events);
  });

  it('update existing statuses and insert new ones', async () => {
    otherMessages();
    const [first, later] = [someEvents(20, 'processed', 0), someEvents(30, 'delivered', 1)];
    await write(first);
    expect(await write(later)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 3 },
      outcomes: { new: 60 },
    });
    await expectStored([...first, ...later]);
  });

  it('write nothing for rows that exist, including evidence', async () => {
    otherMessages();
    const events = [...someEvents(10), ...someEvents(10, 'hard_bounce', 2)];
    expect((await write(events)).outcomes).toEqual({ new: 32 });
    expect(await write(events)).toEqual({ calls: { BatchGetItem: 3 }, outcomes: { repeated: 32 } });
    await expectStored(events);
  });

  it('join an older status into a newer one', async () => {
    otherMessages();
    const [late, early] = [someEvents(5, 'open', 9), someEvents(5, 'delivered', 1)];
    await write(late);
    expect(await write(early)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 1 },
      outcomes: { new: 10 },
    });
    await expectStored([...late, ...early]);
  });

  it('leave an expired row to a single write', async () => {
    otherMessages();
    const events = someEvents(3);
    await write(events);
    for (const event of events)
      await client.send(
        new UpdateCommand({
          TableName: table,
          Key: eventRowKey(event),
          UpdateExpression: 'SET expiresAt = :past',
          ExpressionAttributeValues: { ':past': now.getTime() / 1000 - 1 },
        }),
      );
    expect(await write(events)).toEqual({
      calls: { BatchGetItem: 2, Put: 3 },
      outcomes: { new: 3, repeated: 3 },
    });
  });

  it('are single calls when there are only a few', async () => {
    otherMessages();
    expect((await write(someEvents(1))).calls).toEqual({ Put: 1, Update: 1 });
  });

  it('are single calls for a payload so large that 25 might not fit into a request', async () => {
    otherMessages();
    const [first, ...rest] = someEvents(3);
    const payload = { noise: randomBytes(30_000).toString('base64') };
    const events = [{ ...first, payload } as EmailEvent, ...rest];
    expect((await write(events)).calls).toEqual({ BatchGetItem: 1, BatchExecuteStatement: 1, Put: 1 });
    await expectStored(events);
  });

  it('take the statuses for new when the read is refused, and write those singly that are not', async () => {
    otherMessages();
    const [first, later] = [someEvents(2, 'processed', 0), someEvents(4, 'delivered', 1)];
    await write(first);
    const noAnswer: Answer = (command, given) =>
      command instanceof BatchGetItemCommand ? Promise.reject(new Error('not allowed')) : given();
    expect(await write(later, noAnswer)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 1, Update: 2 },
      outcomes: { new: 8 },
    });
    await expectStored([...first, ...later]);
  });

  it('read again what a busy table has not read', async () => {
    otherMessages();
    const events = someEvents(4);
    await write(events);
    let reads = 0;
    const busy: Answer = async (command, given) => {
      if (!(command instanceof BatchGetItemCommand)) return given();
      reads += 1;
      if (reads === 1) throw named('ThrottlingException');
      const Keys = command.input.RequestItems?.[table]?.Keys?.slice(0, 1) ?? [];
      return reads === 2 ? { ...(await given()), UnprocessedKeys: { [table]: { Keys } } } : given();
    };
    expect(await write(events, busy)).toEqual({ calls: { BatchGetItem: 4 }, outcomes: { repeated: 8 } });
  });

  it('are tried again in full batches while the table throttles rows', async () => {
    otherMessages();
    const events = someEvents(50);
    let calls = 0;
    // Of each of the first four batches, only five rows are written.
    const throttled: Answer = async (command, given) => {
      if (!(command instanceof BatchExecuteStatementCommand) || calls >= 4) return given();
      calls += 1;
      const Statements = command.input.Statements ?? [];
      const { Responses = [] } = await client.send(
        new BatchExecuteStatementCommand({ Statements: Statements.slice(0, 5) }),
      );
      return { Responses: Statements.map((_, index) => Responses[index] ?? refusal('ThrottlingError')) };
    };
    expect(await write(events, throttled)).toEqual({
      // 80 of 100 rows are left.
      calls: { BatchGetItem: 1, BatchExecuteStatement: 4 + 4 },
      outcomes: { new: 100 },
    });
    await expectStored(events);
  });

  it('are busy, and not written singly, when the table throttles a row all the time', async () => {
    otherMessages();
    const events = someEvents(10);
    const throttled: Answer = async (command, given) =>
      command instanceof BatchExecuteStatementCommand
        ? { Responses: command.input.Statements?.map(() => refusal('ProvisionedThroughputExceeded')) }
        : given();
    const { calls, outcomes } = await write(events, throttled);
    expect(outcomes).toEqual({ busy: 20 });
    expect(Object.keys(calls)).toEqual(['BatchGetItem', 'BatchExecuteStatement']);
  });

  it('get past a row that makes every call fail that contains it', async () => {
    otherMessages();
    const events = someEvents(20);
    const name = events[3]?.id ?? '';
    const poisoned: Answer = (command, given) =>
      JSON.stringify(command).includes(name) ? Promise.reject(named('InternalServerError')) : given();
    expect((await write(events, poisoned)).outcomes).toMatchObject({ new: 38 });
  });

  it('are single calls for a statement that is refused for another reason, which is reported by its code', async () => {
    otherMessages();
    const events = someEvents(4);
    const denied: Answer = async (command, given) =>
      command instanceof BatchExecuteStatementCommand
        ? { Responses: command.input.Statements?.map(() => refusal('AccessDenied')) }
        : given();
    expect(await write(events, denied)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 1, Put: 4, Update: 4 },
      outcomes: { new: 8 },
      troubles: ['AccessDenied'],
    });
  });

  it('fail only for an event that cannot be written, however many neighbours it has', async () => {
    for (const neighbours of [0, 5]) {
      otherMessages();
      const [first, ...rest] = someEvents(1 + neighbours);
      const payload = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
      const { outcomes } = await write([{ ...first, payload } as EmailEvent, ...rest]);
      expect(outcomes).toEqual({ failed: 1, new: 1 + 2 * neighbours });
      await expectStored(rest);
    }
  });

  it('are single calls when a batch gets no answer, even if it succeeded', async () => {
    otherMessages();
    const events = someEvents(4);
    const lost: Answer = async (command, given) => {
      const answer = await given();
      if (command instanceof BatchExecuteStatementCommand) throw new Error('the connection was lost');
      return answer;
    };
    expect(await write(events, lost)).toEqual({
      calls: { BatchGetItem: 1, BatchExecuteStatement: 1, Put: 4, Update: 4 },
      // The events are new: it was this very run that stored them.
      outcomes: { new: 4, repeated: 4 },
      troubles: ['Error'],
    });
    await expectStored(events);
  });

  const softBounces = (to: string, ...seconds: readonly number[]) =>
    seconds.map((second) =>
      anEvent({ type: 'soft_bounce', to, second, messageId: `${to}-${second}`, id: `soft-${second}` }),
    );
  const headOfSoft = async (address: string) => {
    const Key = { address, sortKey: ' all#soft_bounce' };
    const { Item } = await client.send(new GetCommand({ TableName: addressesTable, Key }));
    return Item && readHead(Item);
  };

  it('write nothing for soft bounces that are stored and counted, and read only their heads', async () => {
    const events = ['b', 'c', 'd', 'e'].flatMap((name) => softBounces(`${name}@example.com`, 1));
    expect(await write(events)).toMatchObject({ outcomes: { new: 12 } });
    expect(await write(events, undefined, later)).toEqual({
      calls: { BatchGetItem: 3 },
      outcomes: { repeated: 12 },
    });
  });

  it('write nothing for soft bounces that reached their cap', async () => {
    const events = softBounces('capped@example.com', 1, 2, 3, 4, 5);
    await write(events);
    const before = await headOfSoft('capped@example.com');
    expect(before?.run).toBeDefined();
    const { calls } = await write(events, undefined, later);
    expect(Object.keys(calls).filter((name) => /Put|Update|Execute/.test(name))).toEqual([]);
    expect(await headOfSoft('capped@example.com')).toEqual(before);
  });

  it.each([
    ['alone', [1]],
    ['together with a later one', [5, 1]],
  ])(
    'count a soft bounce that a run stored and did not count, when it comes again %s',
    async (kind, again) => {
      const to = `uncounted-${kind.length}@example.com`;
      otherMessages();
      await write([...softBounces(to, 2, 3, 4, 5), ...someEvents(2)]);
      const crash: Answer = async (command, given) => {
        if (command instanceof UpdateCommand) throw new Error('the run ended');
        return given();
      };
      // Its head is a later bounce, so the head alone does not show whether it was counted.
      await write(softBounces(to, 1), crash);
      expect((await headOfSoft(to))?.run).toBeUndefined();
      await write([...softBounces(to, ...again), ...someEvents(2)]);
      expect((await headOfSoft(to))?.run).toBeDefined();
    },
  );
});
