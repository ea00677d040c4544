import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../cli/storm/random.ts';
import { closeServer, listen, readBody } from '../../local/http-server.ts';
import { noCounts } from './counts.ts';
import { startFaultyTables } from './faulty-tables.ts';
import { refuseParts } from './partial-throttling.ts';
import { calm, type Spell } from './spells.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Tables in front of a server that answers every call and counts them. */
async function someTables(spell: Partial<Spell>) {
  let executed = 0;
  const server = createServer(async (request, response) => {
    await readBody(request);
    executed += 1;
    response.end('{"executed":true}');
  });
  const port = await listen(server, 0);
  undo.push(() => closeServer(server));
  const counts = noCounts();
  const tables = await startFaultyTables(`http://127.0.0.1:${port}`, randomFrom(1), counts);
  undo.push(tables.stop);
  tables.spell = { ...calm, ...spell };
  const call = () =>
    fetch(tables.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' },
      body: '{}',
    });
  return { tables, counts, call, executed: () => executed };
}

describe('tables that can fail', () => {
  it('answer as the real ones do when all is calm', async () => {
    const { call } = await someTables({});
    expect(await (await call()).json()).toEqual({ executed: true });
  });

  it('refuse a throttled call without executing it', async () => {
    const { call, executed, counts } = await someTables({ throttled: 1 });
    const response = await call();
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      __type: expect.stringMatching(/Throttling|Exceeded/),
      message: 'Throttled.',
    });
    expect([executed(), counts.throttledCalls]).toEqual([0, 1]);
  });

  it('can lose a call before it is executed, and the answer afterwards', async () => {
    const before = await someTables({ brokenBefore: 1 });
    await expect(before.call()).rejects.toThrow();
    const after = await someTables({ brokenAfter: 1 });
    await expect(after.call()).rejects.toThrow();
    expect([before.executed(), after.executed()]).toEqual([0, 1]);
  });

  it('tell when a call of some kind begins', async () => {
    const { tables, call } = await someTables({});
    const begun = tables.nextCall(['PutItem']);
    await call();
    await begun;
  });
});

describe('a batch that is throttled in part', () => {
  const second = () => {
    const answers = [false, true, false].values();
    return () => answers.next().value ?? false;
  };

  it('of statements answers each of them at its place', () => {
    const partial = refuseParts('BatchExecuteStatement', { Statements: ['a', 'b', 'c'] }, second());
    expect(partial?.forward).toEqual({ Statements: ['a', 'c'] });
    expect(partial?.merge({ Responses: [{ Item: 1 }, { Item: 3 }] })).toEqual({
      Responses: [
        { Item: 1 },
        { Error: { Code: expect.stringMatching(/Throttling|Exceeded/), Message: 'Throttled.' } },
        { Item: 3 },
      ],
    });
  });

  it('of reads returns the keys that were not read', () => {
    const body = { RequestItems: { t: { Keys: ['a', 'b'], ConsistentRead: true } } };
    const partial = refuseParts('BatchGetItem', body, second());
    expect(partial?.forward).toEqual({ RequestItems: { t: { Keys: ['a'], ConsistentRead: true } } });
    expect(partial?.merge({ Responses: { t: [] }, UnprocessedKeys: {} })).toEqual({
      Responses: { t: [] },
      UnprocessedKeys: { t: { Keys: ['b'], ConsistentRead: true } },
    });
  });

  it('of writes returns the items that were not written', () => {
    const partial = refuseParts('BatchWriteItem', { RequestItems: { t: ['a', 'b'] } }, second());
    expect(partial?.forward).toEqual({ RequestItems: { t: ['a'] } });
    expect(partial?.merge({})).toEqual({ UnprocessedItems: { t: ['b'] } });
  });

  it('is not executed at all when nothing of it is left', () => {
    const partial = refuseParts('BatchWriteItem', { RequestItems: { t: ['a'] } }, () => true);
    expect(partial?.forward).toBeUndefined();
    expect(partial?.merge({})).toEqual({ UnprocessedItems: { t: ['a'] } });
  });

  it('is left alone when it has no parts', () => {
    expect(refuseParts('PutItem', {}, () => true)).toBeUndefined();
  });
});
