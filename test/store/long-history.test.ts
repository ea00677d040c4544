import { randomBytes } from 'node:crypto';
import { CreateTableCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { listSuppressions } from '../../app/list-suppressions.ts';
import type { StoredHead } from '../../app/ports/store.ts';
import { noTimeLimit } from '../../app/ports/time-limit.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { headOf } from '../../core/head.ts';
import { type Address, toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Cause, Evidence, SuppressionEntry } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { chunksOf, inFlight } from '../../store/in-flight.ts';
import { headRowKey, legacyRowKey, rowName } from '../../store/keys.ts';
import { storePorts } from '../../store/ports.ts';
import { recordSuppression, writeSuppressionRow } from '../../store/record-suppression.ts';
import type { RowFields } from '../../store/row-fields.ts';
import { headFields } from '../../store/suppression-row.ts';
import { joinRows, type SuppressionRow, suppressionRows } from '../../store/suppression-rows.ts';
import { budget } from '../proof/budget.ts';
import { sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `long-${randomBytes(4).toString('hex')}`;
const start = Date.UTC(2026, 0, 1);
const now = () => new Date('2026-06-01T00:00:00Z');

/** Counts the read units of the queries that pass through. */
const meter = { units: 0 };
const metered = {
  send: async (command: QueryCommand) => {
    const measured = new QueryCommand({ ...command.input, ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await client.send(
      command instanceof QueryCommand ? measured : command,
    )) as QueryCommandOutput;
    meter.units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    return answer;
  },
} as unknown as DynamoDBDocumentClient;

const ports = {
  ...noTimeLimit,
  ...storePorts({
    client: metered,
    messagesTable: 'none',
    addressesTable: table,
    settings: defaultSettings,
    ownKey: async () => 'own key',
    now,
  }),
  now,
  newId: () => randomBytes(8).toString('hex'),
};

let made = 0;
function evidence(cause: Cause, minutes: number, changes: Partial<Evidence> = {}): Evidence {
  made += 1;
  return {
    type: 'evidence',
    cause,
    address: toAddress('ana@example.com'),
    scope: '*',
    provider: 'sendgrid',
    occurredAt: momentFromMillis(start + minutes * 60_000),
    id: toEventId(`event-${made}`),
    messageId: toMessageId(`message-${made}`),
    diagnostic: '550 5.1.1 The email account that you tried to reach does not exist. '.repeat(4),
    ...changes,
  };
}

const record = (entry: SuppressionEntry) => recordSuppression(client, table, entry, defaultSettings, now());
const recordAll = (entries: Iterable<SuppressionEntry>) =>
  inFlight(entries, 16, async (entry) => {
    await record(entry);
  });
/** As a consumer does: what belongs to one row is joined before it is written. */
async function recordInBatches(entries: readonly SuppressionEntry[]) {
  const rows = new Map<string, SuppressionRow>();
  for (const row of entries.flatMap(suppressionRows))
    rows.set(rowName(row.key), joinRows(rows.get(rowName(row.key)), row));
  await inFlight(rows.values(), 16, async (row) => {
    await writeSuppressionRow(client, table, row, defaultSettings, now());
  });
}
const answered = <Value>(answer: { ok: true; value: Value } | { ok: false }): Value => {
  if (!answer.ok) throw new Error('expected an answer');
  return answer.value;
};
const check = async (address: string, stream?: string) =>
  answered(await checkSuppressions({ addresses: [address], ...(stream && { stream }) }, ports)).answers[0];

async function putAll(rows: readonly RowFields[]) {
  await inFlight(chunksOf(rows, 25), 8, async (chunk) => {
    const requests = chunk.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  });
}

async function rowsOf(address: Address): Promise<RowFields[]> {
  const rows: RowFields[] = [];
  let from: RowFields | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'address = :address',
        ExpressionAttributeValues: { ':address': address },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    rows.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return rows;
}

beforeAll(async () => {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['address', 'sortKey', 'cause', 'occurredAt'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'address', KeyType: 'HASH' },
        { AttributeName: 'sortKey', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byCause',
          KeySchema: [
            { AttributeName: 'cause', KeyType: 'HASH' },
            { AttributeName: 'occurredAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
});

describe('an address with a very long history', { timeout: 300_000 }, () => {
  const address = toAddress('dead@example.com');
  const drops = 23_500;

  beforeAll(async () => {
    // One alert a minute to a dead mailbox, in batches as large as a backlog can make them.
    await recordInBatches([
      ...Array.from({ length: drops }, (_, minute) => evidence('dropped', minute, { address })),
      ...Array.from({ length: 4_000 }, (_, index) => evidence('soft_bounce', index * 7, { address })),
      ...Array.from({ length: 500 }, (_, scope) =>
        evidence('unsubscribe', scope, { address, scope: `stream-${scope}` }),
      ),
      ...(['complaint', 'hard_bounce', 'manual'] as const).map((cause) => evidence(cause, 5, { address })),
    ]);
  }, 120_000);

  it('has one row per cause and day, besides what a person did', async () => {
    const rows = await rowsOf(address);
    const days = Math.ceil(drops / 1440);
    const count = (prefix: string) => rows.filter(({ sortKey }) => String(sortKey).startsWith(prefix)).length;
    expect(count(' soft#')).toBeLessThanOrEqual(Math.ceil((4_000 * 7) / 1440));
    expect(count(' log#')).toBeLessThanOrEqual(days + 500 + 3);
    expect(Math.max(...rows.map((row) => JSON.stringify(row).length))).toBeLessThan(8_000);
  });

  it('is checked with at most two read units, for any stream', async () => {
    for (const stream of [undefined, 'stream-0', 'stream-499', 'another']) {
      meter.units = 0;
      const state = await check(address, stream);
      expect(state).toMatchObject({ suppressed: true, cause: { cause: 'complaint' }, moreCauses: true });
      expect([stream, meter.units]).toEqual([stream, expect.any(Number)]);
      expect(meter.units).toBeLessThanOrEqual(2);
    }
  });

  it('is checked with at most two read units however long the names of its messages and streams are', async () => {
    const other = toAddress('long-names@example.com');
    const longId = (name: string) => toMessageId(name + 'é'.repeat(940));
    const long = (cause: Cause, changes: Partial<Evidence> = {}) =>
      evidence(cause, 5, { address: other, messageId: longId(cause), ...changes });
    await recordAll([
      ...(['complaint', 'hard_bounce', 'dropped', 'manual', 'unsubscribe'] as const).map((cause) =>
        long(cause),
      ),
      ...Array.from({ length: 6 }, (_, index) => long('soft_bounce', { messageId: longId(`soft-${index}`) })),
      ...Array.from({ length: 20 }, (_, index) =>
        long('unsubscribe', { scope: `${index} `.padEnd(400, 'x') }),
      ),
    ]);
    for (const stream of [undefined, '7 '.padEnd(400, 'x')]) {
      meter.units = 0;
      expect(await check(other, stream)).toMatchObject({ suppressed: true, cause: { cause: 'complaint' } });
      expect(meter.units).toBeLessThanOrEqual(2);
    }
    const ids = (await rowsOf(other)).filter(({ kind }) => kind === 'log').map(({ messageId }) => messageId);
    expect(ids).toContain(longId('complaint'));
  });

  it('takes what repeats a head of an earlier version, with a long name, for a repeat', async () => {
    const entry = evidence('complaint', 5, {
      address: toAddress('stored-long@example.com'),
      messageId: toMessageId('m'.repeat(1_000)),
    });
    await record(entry);
    const named = (await rowsOf(entry.address)).map((row) => ({
      ...row,
      messageId: entry.messageId,
      latest: `${row['latest']}${entry.messageId}`,
      recordedAt: '2026-05-01T00:00:00.000Z',
    }));
    await putAll(named);
    expect(await record(entry)).toBe(false);
    expect(await rowsOf(entry.address)).toEqual(named);
    const later = { ...entry, id: toEventId('z-later'), messageId: toMessageId('m2') };
    expect(await record(later)).toBe(true);
    expect(await check(entry.address)).toMatchObject({
      cause: { lastEvidence: { id: 'z-later', messageId: 'm2' } },
    });
  });

  it('is suppressed in the stream that it left when nothing else is in force', async () => {
    const other = toAddress('left-many@example.com');
    await recordAll(
      Array.from({ length: 40 }, (_, scope) =>
        evidence('unsubscribe', scope, { address: other, scope: `s${scope}` }),
      ),
    );
    expect(await check(other, 's39')).toMatchObject({ suppressed: true, cause: { scope: 's39' } });
    expect(await check(other, 's40')).toMatchObject({ suppressed: false });
  });

  it('is explained, suppressed and released, in answers far below the limit of a function', async () => {
    const explained = answered(await explainAddress({ address }, ports));
    expect(explained).toMatchObject({ suppressed: true, moreCauses: true, cursor: expect.any(String) });
    const by = { address, scope: '*', by: 'kim', because: 'asked' };
    const answers = [
      explained,
      answered(await suppress(by, ports)),
      answered(await release({ ...by, acknowledgeComplaint: true }, ports)),
    ];
    for (const each of answers) expect(JSON.stringify(each).length).toBeLessThan(1_000_000);
    expect(await check(address, 'stream-7')).toMatchObject({ suppressed: false, causes: [] });
  });

  it('shows its whole history, page by page, each entry once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = answered(await explainAddress({ address, limit: 100, cursor }, ports));
      const times = page.history.map(({ occurredAt }) => occurredAt);
      expect(times).toEqual(times.toSorted());
      seen.push(...page.history.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);
    const stored = (await rowsOf(address)).flatMap((row) =>
      row['kind'] === 'soft' ? (row['bounces'] as RowFields[]) : row['kind'] === 'log' ? [row] : [],
    );
    expect(seen.toSorted()).toEqual(stored.map(({ id }) => String(id)).toSorted());
  });
});

describe('an address that an earlier version stored', () => {
  const legacy = (entry: SuppressionEntry) => {
    const { type, ...fields } = entry;
    return { ...legacyRowKey(entry), kind: type, ...fields, recordedAt: now().toISOString() };
  };

  it('is suppressed by old and new rows alike, however many there are', async () => {
    const address = toAddress('before@example.com');
    const old = [
      evidence('complaint', 1, { address }),
      ...Array.from({ length: 60 }, (_, minute) => evidence('dropped', minute, { address })),
    ];
    await putAll(old.map(legacy));
    expect(await check(address)).toMatchObject({ cause: { cause: 'complaint' } });
    // A new head must not hide what only old rows say.
    await record(evidence('dropped', 100, { address }));
    expect((await check(address))?.causes).toMatchObject([
      { cause: 'complaint' },
      {
        cause: 'dropped',
        since: momentFromMillis(start),
        lastEvidence: { occurredAt: momentFromMillis(start + 6_000_000) },
      },
    ]);
    const listed = answered(await listSuppressions({ reason: 'complaint', limit: 100 }, ports));
    expect(listed.suppressions.map((each) => each.address)).toContain(address);
  });

  it('reaches the cap with soft bounces of both versions', async () => {
    const address = toAddress('soft-before@example.com');
    await putAll([1, 2, 3].map((minute) => legacy(evidence('soft_bounce', minute, { address }))));
    await record(evidence('soft_bounce', 4, { address }));
    expect(await check(address)).toMatchObject({ suppressed: false });
    await record(evidence('soft_bounce', 5, { address }));
    expect(await check(address)).toMatchObject({ suppressed: true, cause: { cause: 'soft_bounce' } });
  });
});

describe('writers at the same time', () => {
  it('leave the heads that one writer after the other would leave', async () => {
    const entries = (address: Address) => {
      made = 0;
      return [
        ...Array.from({ length: 12 }, (_, index) => evidence('dropped', (index * 7) % 12, { address })),
        ...Array.from({ length: 9 }, (_, index) => evidence('soft_bounce', index * 300, { address })),
        ...[3, 1, 2].map((minute) => evidence('unsubscribe', minute, { address, scope: '10' })),
      ];
    };
    const [one, other] = [toAddress('one@example.com'), toAddress('other@example.com')];
    for (const entry of entries(one)) await record(entry);
    await Promise.all([...entries(other), ...entries(other)].reverse().map(record));
    const comparable = async (address: Address) =>
      (await rowsOf(address)).map(({ address: _, version: __, cause: ___, occurredAt: ____, ...row }) => row);
    expect(await comparable(other)).toEqual(await comparable(one));
    expect(await check(other)).toMatchObject({ suppressed: true });
  });
});

describe('the list of suppressions', { timeout: 300_000 }, () => {
  const count = budget.addressesOfOneInstant;
  it(`pages through ${count} addresses of one instant, each once`, async () => {
    const heads = new Map<string, StoredHead>();
    const rows = Array.from({ length: count }, (_, index) => {
      const entry = evidence('manual', 1_000_000, { address: toAddress(`many-${index}@example.com`) });
      const key = headRowKey(entry);
      heads.set(entry.address, { ...headOf(entry), place: key.sortKey });
      return headFields('head', key, headOf(entry), now());
    });
    await putAll(rows);
    // The index is read from the table. The heads of the addresses found are not, because that takes 100,000 queries.
    const listing = {
      ...ports,
      headsOf: async (address: Address) => {
        const head = heads.get(address);
        return head ? { heads: [head], isWhole: true } : ports.headsOf(address, { limit: 100 });
      },
    };
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = answered(await listSuppressions({ reason: 'manual', limit: 100, cursor }, listing));
      seen.push(
        ...page.suppressions.map(({ address }) => address).filter((each) => each.startsWith('many-')),
      );
      cursor = page.cursor;
      pages += 1;
    } while (cursor && pages < 1_000);
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  });

  it('names an address once, at its newest evidence, and leaves out what was released', async () => {
    const [twice, freed] = [toAddress('twice@example.com'), toAddress('freed@example.com')];
    await recordAll([
      evidence('complaint', 2_000_000, { address: twice }),
      evidence('hard_bounce', 2_000_001, { address: twice }),
      evidence('complaint', 2_000_002, { address: freed }),
      { ...evidence('complaint', 2_000_003, { address: freed }), type: 'release', by: 'kim' } as never,
    ]);
    const since = momentFromMillis(start + 2_000_000 * 60_000);
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = answered(await listSuppressions({ since, limit: 1, cursor }, ports));
      all.push(...page.suppressions.map(({ address }) => address));
      cursor = page.cursor;
    } while (cursor);
    expect(all).toEqual([twice]);
  });
});
