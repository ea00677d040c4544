import { randomBytes } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '../../core/head.ts';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Evidence } from '../../core/suppression.ts';
import { headRowKey } from '../../store/keys.ts';
import { raiseRow } from '../../store/raise-row.ts';
import { readHead } from '../../store/suppression-row.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `heads-${randomBytes(4).toString('hex')}`;
const now = new Date('2026-01-02T00:00:00Z');
const later = new Date('2026-01-02T00:00:01Z');
beforeAll(() => createTable(client, table, 'address'));

const complaint = (person: string, second: number): Evidence => ({
  type: 'evidence',
  cause: 'complaint',
  address: toAddress(`${person}@example.com`),
  scope: '*',
  occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + second * 1000),
  id: toEventId(`e${second}`),
  provider: 'sendgrid',
});

/** Joins evidence into the head of its address. `before` happens between the calls that this takes. */
async function raise(entry: Evidence, before: (call: number) => Promise<void> = async () => {}, at = now) {
  let calls = 0;
  const send = async (command: UpdateCommand) => {
    calls += 1;
    await before(calls);
    return client.send(command);
  };
  const row = { part: 'head' as const, key: headRowKey(entry), head: headOf(entry) };
  return raiseRow({ send } as unknown as DynamoDBDocumentClient, table, row, at);
}

async function storedSpan(entry: Evidence) {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: headRowKey(entry) }));
  const { first, latest } = readHead(Item ?? {});
  return [first.id, latest.id];
}

describe('the head of an address', () => {
  it('spans the first and the latest evidence, in whatever order they arrive', async () => {
    const orders = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ];
    for (const order of orders) {
      const entries = order.map((second) => complaint(`p${order.join('')}`, second));
      for (const entry of entries) await raise(entry);
      expect(await storedSpan(complaint(`p${order.join('')}`, 1))).toEqual(['e1', 'e3']);
    }
  });

  it('tells new evidence from a repeat', async () => {
    expect(await raise(complaint('repeat', 1))).toEqual({ repeated: false });
    expect(await raise(complaint('repeat', 1), undefined, later)).toEqual({ repeated: true });
    expect(await raise(complaint('repeat', 2))).toEqual({ repeated: false });
  });

  it('counts evidence as new whose first try was stored and got no answer', async () => {
    await raise(complaint('lost', 1));
    expect(await raise(complaint('lost', 1))).toEqual({ repeated: false });
  });

  it('keeps the earlier evidence that another writer adds between two calls', async () => {
    await raise(complaint('raced', 5));
    await raise(complaint('raced', 3), async (call) => {
      if (call === 2) await raise(complaint('raced', 1));
    });
    expect(await storedSpan(complaint('raced', 1))).toEqual(['e1', 'e5']);
  });

  it('is written anew when it is deleted between two calls', async () => {
    await raise(complaint('deleted', 5));
    await raise(complaint('deleted', 3), async (call) => {
      if (call !== 2) return;
      const Key = headRowKey(complaint('deleted', 5));
      await client.send(new DeleteCommand({ TableName: table, Key }));
    });
    // Only the earlier evidence was not yet judged by whoever deleted the row.
    expect(await storedSpan(complaint('deleted', 3))).toEqual(['e3', 'e3']);
  });
});
