import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../app/audit/audit.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { causes } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { auditReader } from '../../store/audit-reader.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { stores } from '../proof/world.ts';
import { anEvent } from '../support/events.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const messages = `audit-${randomBytes(4).toString('hex')}`;
const addresses = `${messages}-addresses`;
const now = new Date('2026-01-02T00:00:00Z');

beforeAll(async () => {
  await createTable(client, messages, 'messageId');
  await createTable(client, addresses, 'address');
});

/** Writes all rows of an event, or only some kinds of them. */
async function write(event: EmailEvent, kinds = ['event', 'status', 'suppression']) {
  const settings = {
    table: messages,
    addressesTable: addresses,
    windowDays: 30,
    statusRetentionDays: 400,
    suppression: defaultSettings,
  };
  const { writes } = planWrites([{ receivedAt: now, events: [event] }]);
  const chosen = writes.filter(({ type }) => kinds.includes(type));
  await stores.single(client, settings, () => now).writeAll(chosen, () => false);
}

const onStage = () => ({ advance() {}, end() {} });

describe('an audit', () => {
  it('reports what differs twice, and nothing that was only half written at the first look', async () => {
    const [whole, half, broken] = ['whole', 'half', 'broken'].map((messageId) =>
      anEvent({ messageId, to: `${messageId}@example.com` }),
    ) as [EmailEvent, EmailEvent, EmailEvent];
    await write(whole);
    await write(half, ['event']);
    await write(broken, ['event']);
    const reader = auditReader(client, { messages, addresses }, defaultSettings);
    const settings = { now, windowDays: 30, retentionDays: 400, causes };
    const options = { settle: () => write(half, ['status']), untilSeen: async () => {} };
    const report = await audit({ reader, settings, onStage }, options);
    expect(report.messages).toBe(3);
    expect(report.differences).toMatchObject([
      { what: 'status', where: 'broken broken@example.com', found: 'no row' },
    ]);
  });
});
