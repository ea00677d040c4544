import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../app/audit/audit.ts';
import { forget } from '../../app/forget.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { headOf, joinHeads } from '../../core/head.ts';
import { type Address, toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { causes, type Evidence, type SuppressionEntry } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { auditReader } from '../../store/audit-reader.ts';
import { auditRepairer } from '../../store/audit-repairer.ts';
import { removeCondensed, writeCondensed } from '../../store/condense.ts';
import { forgettingStore } from '../../store/forgetting-store.ts';
import { headRowKey } from '../../store/keys.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { readAddressRows } from '../../store/read-address.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { headFields } from '../../store/suppression-row.ts';
import { stores } from '../proof/world.ts';
import { storeEarlierRows } from '../support/earlier-rows.ts';
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

  const occurredAt = momentFromMillis(Date.UTC(2026, 0, 1));
  const complaint = (address: string, change: Partial<Evidence> = {}): Evidence => ({
    type: 'evidence',
    cause: 'complaint',
    address: address as Address,
    scope: '*',
    provider: 'ses',
    occurredAt,
    id: toEventId('e1'),
    ...change,
  });
  const released = (address: string): SuppressionEntry => {
    const { cause: _, provider: __, ...facts } = complaint(address);
    return { ...facts, type: 'release', id: toEventId('r1'), by: 'kim', because: 'asked' };
  };
  const put = (Item: object) =>
    client.send(new PutCommand({ TableName: addresses, Item: JSON.parse(JSON.stringify(Item)) }));
  const record = (entry: SuppressionEntry) =>
    recordSuppression(client, addresses, entry, defaultSettings, now);
  const headsUnder = async (address: string) => {
    const rows = await readAddressRows(client, addresses, address as Address);
    return rows.filter(({ kind }) => kind === 'head').map(({ sortKey }) => sortKey);
  };
  /** What is found at addresses that contain a word. */
  async function audited(word: string, isRepaired = false) {
    const tables = { messages, addresses };
    const settings = { now, windowDays: 30, retentionDays: 400, causes };
    const report = await audit(
      { reader: auditReader(client, tables, defaultSettings), settings, onStage },
      {
        settle: async () => {},
        untilSeen: async () => {},
        ...(isRepaired && { repairer: auditRepairer(client, tables, defaultSettings) }),
      },
    );
    const ofWord = <Found extends { where: string }>(found: readonly Found[]) =>
      found
        .filter(({ where }) => where.includes(word))
        .toSorted((one, other) => (one.where < other.where ? -1 : 1));
    return { differences: ofWord(report.differences), repaired: ofWord(report.repaired ?? []) };
  }

  it('reports a head that says more than the history, and leaves it to a person', async () => {
    const address = 'orphan@example.com';
    await record(complaint(address));
    expect((await audited('orphan')).differences).toEqual([]);
    const ghost = released(address);
    await put(headFields('head', headRowKey(ghost), headOf(ghost), now));
    const expected = {
      what: 'suppression',
      where: `${address}  all#release`,
      found: /^release at .* by event r1/,
    };
    for (const isRepaired of [false, true])
      expect((await audited('orphan', isRepaired)).differences).toMatchObject([
        { ...expected, found: expect.stringMatching(expected.found) },
      ]);
    expect((await audited('orphan', true)).differences).toMatchObject([
      { hindrance: expect.stringContaining('never changed or removed') },
    ]);
    expect(await headsUnder(address)).toHaveLength(2);
  });

  it('reports a head that is later than the history beside it', async () => {
    const address = 'later@example.com';
    await record(complaint(address));
    const later = complaint(address, { occurredAt: momentFromMillis(now.getTime()), id: toEventId('e2') });
    await put(
      headFields('head', headRowKey(later), joinHeads(headOf(complaint(address)), headOf(later)), now),
    );
    expect((await audited('later@')).differences).toMatchObject([
      { expected: expect.stringContaining('by event e1'), found: expect.stringContaining('by event e2') },
    ]);
  });

  it('finds nothing wrong with heads of soft bounces, of rows of earlier versions, and of forgotten addresses', async () => {
    const address = toAddress('backed@example.com');
    for (const second of Array.from({ length: 20 }).keys()) {
      const at = momentFromMillis(Date.UTC(2026, 0, 1, 0, 0, second % 7));
      const id = toEventId(`s${second}`);
      await record(complaint(address, { cause: 'soft_bounce', occurredAt: at, id }));
    }
    await storeEarlierRows(client, addresses, [complaint(address), released(address)]);
    const source = { client, table: addresses, settings: defaultSettings };
    await writeCondensed(source, address);
    expect((await audited('backed')).differences).toEqual([]);
    await removeCondensed(source, address);
    expect(await headsUnder(address)).toHaveLength(3);
    expect((await audited('backed')).differences).toEqual([]);
    const tables = { messages, addresses };
    const ownKey = async () => 'own key';
    await forget(
      { address, by: 'kim', because: 'asked' },
      forgettingStore({ client, tables, settings: defaultSettings, ownKey, now: () => now }),
    );
    expect((await audited('forgotten#')).differences).toEqual([]);
  });

  it('reports what lies under a key that no question about its mailbox reads, and writes it under the right one', async () => {
    const key = '"ana" <ana@old.example>';
    await storeEarlierRows(client, addresses, [complaint(key), released('MAILTO:ben@old.example')]);
    expect((await audited('old.example')).differences).toMatchObject([
      { where: `${key} *#${occurredAt}#E#e1`, expected: expect.stringContaining('ana@old.example  log#') },
      { expected: expect.stringContaining('ben@old.example  log#') },
    ]);
    const { differences, repaired } = await audited('old.example', true);
    expect(differences).toEqual([]);
    expect(repaired).toMatchObject([{ did: expect.stringContaining('ana@old.example') }, {}]);
    expect(await headsUnder('ana@old.example')).toEqual([' all#complaint']);
    expect(await headsUnder('ben@old.example')).toEqual([' all#release']);
    expect(await readAddressRows(client, addresses, key as Address)).not.toEqual([]);
    expect(await audited('old.example', true)).toEqual({ differences: [], repaired: [] });
  });

  it('finds nothing wrong with a copy under the right key whose event names the other one', async () => {
    const event = {
      ...anEvent({ type: 'complaint', messageId: 'named' }),
      recipient: '"eve" <eve@new.example>' as Address,
    };
    await write(event);
    for (const repaired of [1, 0])
      expect(await audited('new.example', true)).toMatchObject({
        differences: { length: 0 },
        repaired: { length: repaired },
      });
    expect(await headsUnder('eve@new.example')).toEqual([' all#complaint']);
  });

  it('has no opinion on a key that questions read too, or that names no mailbox', async () => {
    await record(complaint('ana@m\u00fcnchen.example'));
    await record(complaint('ana@list.example, ben@list.example'));
    expect((await audited('nchen.example')).differences).toEqual([]);
    expect((await audited('list.example')).differences).toEqual([]);
  });
});
