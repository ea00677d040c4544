import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../cli/storm/random.ts';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { causes, type Evidence } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { evidenceLog } from '../../store/evidence-log.ts';
import { recordEvidence } from '../../store/record-evidence.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import type { Store } from '../../store/store.ts';
import { createAddressesTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const now = () => new Date('2026-06-01T00:00:00Z');
const settings = { ...defaultSettings, softBounceCap: 2 };

async function aLog() {
  const table = `evidence-${randomBytes(4).toString('hex')}`;
  await createAddressesTable(client, table);
  const options = { client, messagesTable: 'none', addressesTable: table, settings, now };
  return { table, ...evidenceLog(options), store: batchedStore(client, storeSettings(table), now) };
}

function storeSettings(addressesTable: string) {
  return { table: 'none', addressesTable, windowDays: 1, statusRetentionDays: 1, suppression: settings };
}

async function rowsOf(table: string) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
  const nameOf = (row: Record<string, unknown>) => JSON.stringify([row['address'], row['sortKey']]);
  return Items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).map(
    ({ version: _, ...row }) => row,
  );
}

/** Few people, days, scopes and providers, so that many pieces of evidence share a row. */
function list(seed: number, rows: number): Evidence[] {
  const { next, pick } = randomFrom(seed);
  return Array.from({ length: rows }, (_, index) => ({
    type: 'evidence',
    address: toAddress(`person-${Math.floor(next() * 20)}@example.com`),
    cause: pick(causes),
    scope: pick(['*', '*', 'news']),
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + Math.floor(next() * 50) * 3_600_000),
    id: toEventId(`line-${index}`),
    provider: pick(['sendgrid', 'ses']),
    by: 'kim',
  }));
}

function undated(over: Partial<Evidence> = {}): Evidence {
  return {
    type: 'evidence',
    address: toAddress('ana@example.com'),
    cause: 'hard_bounce',
    scope: '*',
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1)),
    id: toEventId('undated-1'),
    by: 'kim',
    undated: true,
    ...over,
  };
}

describe('a list of evidence', () => {
  it('leaves the same rows as each piece alone, and is known from then on', async () => {
    const [many, one] = await Promise.all([aLog(), aLog()]);
    const evidence = list(1, 160);
    expect((await many.knows(evidence)).filter(Boolean)).toEqual([]);
    for (let at = 0; at < evidence.length; at += 60)
      expect(await many.recordAll(evidence.slice(at, at + 60))).toContain(true);
    for (const each of evidence)
      await recordSuppression(client as DynamoDBDocumentClient, one.table, each, settings, now());
    const rows = await rowsOf(many.table);
    expect(rows).toEqual(await rowsOf(one.table));
    expect(rows.length).toBeGreaterThan(50);
    expect((await many.knows(evidence)).filter((isKnown) => !isKnown)).toEqual([]);
    expect((await many.recordAll(evidence)).filter(Boolean)).toEqual([]);
    expect(await rowsOf(many.table)).toEqual(rows);
  });

  it('counts two equal lines as one', async () => {
    const log = await aLog();
    const [line] = list(2, 1) as [Evidence];
    expect(await log.recordAll([line, { ...line }])).toEqual([true, false]);
  });

  it('is not known while its heads are missing, so that an interrupted import is completed', async () => {
    const log = await aLog();
    const evidence = list(3, 40);
    let calls = 0;
    const interrupted: Store = {
      writeAll: async (writes, isTimeUp) => {
        calls += 1;
        if (calls === 2) throw new Error('interrupted');
        return log.store.writeAll(writes, isTimeUp);
      },
    };
    await expect(recordEvidence(interrupted, evidence)).rejects.toThrow('interrupted');
    const known = await log.knows(evidence);
    // Soft bounces write their own head.
    expect(evidence.filter((each, index) => known[index] && each.cause !== 'soft_bounce')).toEqual([]);
    await log.recordAll(evidence);
    expect((await log.knows(evidence)).filter((isKnown) => !isKnown)).toEqual([]);
  });

  it('waits for rows that DynamoDB throttles, and says what fails', async () => {
    const log = await aLog();
    const evidence = list(4, 3);
    let calls = 0;
    const busyAtFirst: Store = {
      writeAll: async (writes, isTimeUp) => {
        calls += 1;
        if (calls === 1) return writes.map(() => ({ type: 'busy', error: new Error('throttled') }));
        return log.store.writeAll(writes, isTimeUp);
      },
    };
    const pauses: number[] = [];
    const pause = async (millis: number) => pauses.push(millis);
    expect(await recordEvidence(busyAtFirst, evidence, { pause })).toEqual([true, true, true]);
    expect(pauses).toHaveLength(1);
    const failing: Store = {
      writeAll: async (writes) => writes.map(() => ({ type: 'failed', error: new Error('no permission') })),
    };
    await expect(recordEvidence(failing, evidence, { pause })).rejects.toThrow('no permission');
  });

  it('without times is known by its ids, whenever it is imported again and whatever happened since', async () => {
    const log = await aLog();
    await log.recordAll([undated()]);
    const again = undated({ occurredAt: momentFromMillis(Date.UTC(2026, 4, 1)) });
    expect(await log.knows([again, undated({ id: toEventId('other') })])).toEqual([true, false]);
    const row = (await rowsOf(log.table)).find(({ sortKey }) => String(sortKey).startsWith(' log#'));
    expect(row).toMatchObject({ undated: true, by: 'kim' });
    // A bounce before it and one after it: now the head names neither.
    const { undated: _, ...dated } = undated();
    await log.recordAll([
      { ...dated, id: toEventId('before'), occurredAt: momentFromMillis(Date.UTC(2025, 0, 1)) },
      { ...dated, id: toEventId('after'), occurredAt: momentFromMillis(Date.UTC(2026, 3, 1)) },
    ]);
    expect(await log.knows([again])).toEqual([true]);
  });
});
