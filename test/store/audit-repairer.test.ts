import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Repair } from '../../app/ports/audit.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { Address } from '../../core/ids.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { auditRepairer } from '../../store/audit-repairer.ts';
import { auditedEvent } from '../../store/audited-message.ts';
import { eventRow } from '../../store/event-row.ts';
import { statusRowKey } from '../../store/keys.ts';
import { statusRow } from '../../store/status-row.ts';
import { anEvent, foldAll } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `repair-${randomBytes(4).toString('hex')}`;
const tables = { messages: table, addresses: `${table}-addresses` };
beforeAll(async () => {
  await createTable(client, tables.messages, 'messageId');
  await createTable(client, tables.addresses, 'address');
});

const now = new Date('2026-01-10T00:00:00Z');
const { repair } = auditRepairer(client, tables, defaultSettings);
type Row = Readonly<Record<string, unknown>>;
const put = (Item: Row) => client.send(new PutCommand({ TableName: table, Item }));
const get = async ({ messageId, sortKey }: Row) =>
  (await client.send(new GetCommand({ TableName: table, Key: { messageId, sortKey }, ConsistentRead: true })))
    .Item;

describe('the repair of a status', () => {
  const bounce = anEvent({ type: 'hard_bounce', id: 'b', second: 1 });
  const open = anEvent({ type: 'open', id: 'o', second: 2 });
  const status = foldAll([bounce]) as MessageStatus;
  const key = { messageId: bounce.messageId, recipient: bounce.recipient as Address };
  const row = statusRow(key, foldAll([bounce, open]) as MessageStatus, { now, retentionDays: 400 });
  const wish: Repair = {
    ...key,
    type: 'status',
    seen: row,
    status,
    firstSeenAt: now.toISOString(),
    expiresAt: 1_800_000_000,
  };

  it('writes exactly the wanted row', async () => {
    await put(row);
    expect(await repair(wish)).toBe(true);
    const { openAt: _, ...rest } = row;
    expect(await get(statusRowKey(key))).toEqual({ ...rest, expiresAt: 1_800_000_000 });
  });

  it('does nothing when a consumer has written since the row was read', async () => {
    for (const change of [
      { clickAt: '2026-01-09T00:00:00.000Z' },
      { precedence: '3|x' },
      { expiresAt: 1_799_999_999 },
    ]) {
      await put({ ...row, ...change });
      expect(await repair(wish)).toBe(false);
      expect(await get(statusRowKey(key))).toEqual({ ...row, ...change });
    }
  });

  it('does not overwrite a row that appeared in the meantime', async () => {
    const { seen: _, ...missing } = wish;
    await put(row);
    expect(await repair(missing as Repair)).toBe(false);
    expect(await get(statusRowKey(key))).toEqual(row);
  });
});

describe('the repair of an event', () => {
  const bounce = { ...anEvent({ type: 'hard_bounce', id: 'b' }), diagnostic: '550 no such user' };
  const row = eventRow(bounce, { receivedAt: now }, { now, windowDays: 30 });

  it('keeps the payload readable when the fields change that it was packed with', async () => {
    await put({ ...row, type: 'delivered' });
    const seen = { ...row, type: 'delivered' };
    const event = { ...bounce, diagnostic: '550 5.1.1 no such user here', tags: [] };
    expect(await repair({ type: 'event', seen, event })).toBe(true);
    expect(auditedEvent((await get(row)) as Row)).toMatchObject({
      event: { type: 'hard_bounce', diagnostic: '550 5.1.1 no such user here', storedAt: now.toISOString() },
      payload: JSON.stringify(bounce.payload),
      expiresAt: row['expiresAt'],
    });
  });

  it('does nothing when the row was redacted or has expired in the meantime', async () => {
    await put({ ...row, payload: Buffer.from('another') });
    expect(await repair({ type: 'event', seen: row, expiresAt: 7 })).toBe(false);
    const gone = { ...row, sortKey: `${row['sortKey']}-gone` };
    expect(await repair({ type: 'event', seen: gone, expiresAt: 7 })).toBe(false);
    expect(await get(gone)).toBeUndefined();
  });
});
