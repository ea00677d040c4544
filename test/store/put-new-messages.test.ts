import { randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings as suppression } from '../../core/suppression-settings.ts';
import { dynamoDbStore } from '../../store/dynamodb-store.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { putNewMessages } from '../../store/put-new-messages.ts';
import { anEvent } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const base = `new-messages-${randomBytes(4).toString('hex')}`;
const settingsOf = (name: string) => ({
  table: `${base}-${name}`,
  addressesTable: `${base}-${name}-addresses`,
  windowDays: 30,
  statusRetentionDays: 400,
  suppression,
});
const [inBulk, oneByOne] = [settingsOf('bulk'), settingsOf('single')];

beforeAll(async () => {
  for (const { table, addressesTable } of [inBulk, oneByOne])
    await Promise.all([
      createTable(client, table, 'messageId'),
      createTable(client, addressesTable, 'address'),
    ]);
});

const events = [
  anEvent({ messageId: 'm1', id: 'a', type: 'delivered', second: 60 * 1 }),
  anEvent({ messageId: 'm1', id: 'b', type: 'open', second: 60 * 2 }),
  anEvent({ messageId: 'm2', id: 'c', type: 'deferred', second: 60 * 1 }),
  anEvent({ messageId: 'm2', id: 'd', type: 'hard_bounce', second: 60 * 3 }),
];
const readings = events.map((event) => ({ receivedAt: new Date(event.occurredAt), events: [event] }));

async function rowsOf(table: string) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
  const nameOf = (row: Record<string, unknown>) => `${row['messageId'] ?? row['address']} ${row['sortKey']}`;
  return Items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

describe('messages that are written in bulk', () => {
  it('have the rows that their events would have led to, one after the other', async () => {
    await putNewMessages(client, inBulk, planWrites(readings).writes);
    for (const reading of readings) {
      const store = dynamoDbStore(client, oneByOne, () => reading.receivedAt);
      await store.writeAll(planWrites([reading]).writes, () => false);
    }
    expect(await rowsOf(inBulk.table)).toEqual(await rowsOf(oneByOne.table));
    expect(await rowsOf(inBulk.addressesTable)).toEqual(await rowsOf(oneByOne.addressesTable));
    expect(await rowsOf(inBulk.table)).toHaveLength(6);
  });
});
