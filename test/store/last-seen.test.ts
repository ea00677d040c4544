import { randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { auditReader } from '../../store/audit-reader.ts';
import { noteSeen, readLastSeen } from '../../store/last-seen.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `seen-${randomBytes(4).toString('hex')}`;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
beforeAll(() => createTable(client, table, 'messageId'));

describe('the last event of each provider', () => {
  it('is one small row each, which does not count as a message', async () => {
    expect(await readLastSeen(client, table)).toEqual(new Map());
    await noteSeen(client, table, 'owl', at(1));
    await noteSeen(client, table, 'pigeon', at(2));
    await noteSeen(client, table, 'owl', at(7));
    // One that was held up says nothing new.
    await noteSeen(client, table, 'owl', at(5));
    expect(await readLastSeen(client, table)).toEqual(
      new Map([
        ['owl', at(7)],
        ['pigeon', at(2)],
      ]),
    );
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
    expect(Items).toHaveLength(2);
    const reader = auditReader(client, { messages: table, addresses: table }, defaultSettings);
    for await (const message of reader.messages(undefined)) expect(message).toBeUndefined();
  });
});
