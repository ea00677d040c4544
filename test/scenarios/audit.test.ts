import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../app/audit/audit.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine({ concurrency: 2 });
});
afterAll(() => stack?.stop());

async function audit(...options: string[]) {
  const { exitCode, out, error } = await commandLine('audit', '--json', ...options);
  const said = JSON.parse(out || '{}') as AuditReport;
  return { exitCode, error, ...said };
}

type Row = Record<string, unknown>;

/** Changes or deletes one row of a table. */
async function damaged(TableName: string, row: Row, change: Row | 'deleted') {
  const partition = TableName === stack.messagesTable ? 'messageId' : 'address';
  const Key = { [partition]: row[partition], sortKey: row['sortKey'] };
  if (change === 'deleted') return stack.dynamoDb.send(new DeleteCommand({ TableName, Key }));
  const changed = Object.entries({ ...row, ...change }).filter(([, value]) => value !== undefined);
  return stack.dynamoDb.send(new PutCommand({ TableName, Item: Object.fromEntries(changed) }));
}

/** A repair knows the times of a lost row only to the second. */
function withoutTimes({ firstSeenAt: _, expiresAt: __, payload: ___, ...row }: Row): Row {
  return row;
}

/** Changes one row of a table, runs the audit, and restores the row. */
async function whenChanged(table: string, row: Row, change: Row | 'deleted', look: () => Promise<void>) {
  await damaged(table, row, change);
  await look();
  await stack.dynamoDb.send(new PutCommand({ TableName: table, Item: row }));
}

describe('an audit', () => {
  it('finds no difference after a storm, and says how much it read', async () => {
    const storm = ['--messages', '40', '--duplicates', '0.3', '--shuffle', '--seed', '42'];
    expect((await commandLine('storm', ...storm)).exitCode).toBe(0);
    await commandLine('send', 'sendgrid', 'hard_bounce', '--to', 'ana@example.com', '--message', 'm1');
    await stack.untilIdle();
    const messages = new Set((await stack.rows()).map(({ messageId }) => messageId)).size;
    expect(await audit()).toMatchObject({ exitCode: 0, error: '', messages, differences: [] });
    expect(await audit('--deep')).toMatchObject({ exitCode: 0, messages, differences: [], unchecked: 0 });
    expect((await commandLine('audit')).out).toMatch(
      /^\d+ messages and \d+ addresses checked: all agree with the events\./,
    );
  });

  it('can read a sample, from any start', async () => {
    expect(await audit('--sample', '5')).toMatchObject({ exitCode: 0, messages: 5 });
    const messages = new Set((await stack.rows()).map(({ messageId }) => messageId)).size;
    expect(await audit('--sample', '1000')).toMatchObject({ exitCode: 0, messages });
  });

  it('finds every changed row', async () => {
    const { messagesTable } = stack;
    const addressesTable = stack.outputs['AddressesTableName'] ?? '';
    const evidence = (await stack.dynamoDb.send(new ScanCommand({ TableName: addressesTable }))).Items ?? [];
    const ofAna = (row: Row) => [row['recipient'], row['address']].includes('ana@example.com');
    const find = (rows: Row[], prefix: string) => {
      const row = rows.find((each) => ofAna(each) && String(each['sortKey']).startsWith(prefix));
      if (!row) throw new Error(`no row ${prefix}`);
      return row;
    };
    const rows = await stack.rows();
    const [event, status] = [find(rows, 'E#'), find(rows, 'S#')];
    const kinds = async () => {
      const { exitCode, differences } = await audit();
      expect(exitCode).toBe(1);
      return differences.map(({ what, where, found }) => [what, where.split(' ')[0], found]);
    };

    await whenChanged(messagesTable, status, { status: 'delivered' }, async () =>
      expect(await kinds()).toEqual([['status', 'm1', expect.stringContaining('precedence 2|')]]),
    );
    await whenChanged(messagesTable, status, 'deleted', async () =>
      expect(await kinds()).toEqual([['status', 'm1', 'no row']]),
    );
    await whenChanged(messagesTable, event, 'deleted', async () =>
      expect(await kinds()).toEqual([
        ['status', 'm1', expect.stringContaining('hard_bounce at')],
        ['suppression', 'ana@example.com', 'no such event'],
      ]),
    );
    await whenChanged(messagesTable, event, { payload: Buffer.from('x') }, async () =>
      expect((await kinds())[0]).toEqual(['event', 'm1', expect.any(String)]),
    );
    const ana = find(evidence, ' log#');
    await whenChanged(addressesTable, ana, 'deleted', async () => {
      expect(await kinds()).toEqual([
        ['suppression', 'ana@example.com', 'no row'],
        // Its head has no history any more.
        ['suppression', 'ana@example.com', expect.stringContaining('hard_bounce at')],
      ]);
      expect((await commandLine('audit')).out).toMatch(
        /^suppression {2}ana@example\.com {2}log#\S+: expected hard_bounce for \* .*; found no row\n.*expected no head without a history.*\n.* 2 differences\./,
      );
    });
    await whenChanged(addressesTable, ana, { reason: 'complaint' }, async () =>
      expect(await kinds()).toContainEqual([
        'suppression',
        'ana@example.com',
        expect.stringContaining('complaint'),
      ]),
    );
    const head = find(evidence, ' all#');
    await whenChanged(addressesTable, head, 'deleted', async () =>
      expect(await kinds()).toEqual([['suppression', 'ana@example.com', 'no row']]),
    );
    const earlier = { latest: `2020-01-01T00:00:00.000Z${String(head['latest']).slice(24)}` };
    await whenChanged(addressesTable, head, earlier, async () =>
      expect(await kinds()).toEqual([
        ['suppression', 'ana@example.com', expect.stringContaining('hard_bounce at 2020-01-01')],
      ]),
    );
    expect((await audit()).exitCode).toBe(0);
  });

  it('reads payloads when asked, and mends when asked', async () => {
    const report = { email: 'eve@example.com', sg_message_id: 'r1', sg_event_id: 'r1-bounce' };
    const timestamp = Math.floor(Date.now() / 1000) - 60;
    await stack.postToSendgrid([
      { ...report, event: 'delivered', sg_event_id: 'r1-delivered', timestamp },
      { ...report, event: 'bounce', type: 'bounce', reason: '550 no such user', timestamp: timestamp + 1 },
    ]);
    await stack.untilIdle();
    const rows = (await stack.rows()).filter(({ messageId }) => messageId === 'r1');
    const [bounce, status] = ['#r1-bounce', 'S#eve@example.com'].map((part) =>
      rows.find(({ sortKey }) => String(sortKey).includes(part)),
    ) as [Row, Row];
    const isMended = async (...damage: [Row, Row | 'deleted'][]) => {
      for (const [row, change] of damage) await damaged(stack.messagesTable, row, change);
      const found = await audit('--deep');
      expect([found.exitCode, found.repaired]).toEqual([1, undefined]);
      const mended = await audit('--deep', '--repair');
      expect(mended).toMatchObject({ exitCode: 0, differences: [] });
      expect(mended.repaired?.map(({ where }) => where)).toEqual(found.differences.map(({ where }) => where));
      expect((await audit('--deep')).exitCode).toBe(0);
      const mendedRows = (await stack.rows()).filter(({ messageId }) => messageId === 'r1');
      expect(mendedRows.map(withoutTimes)).toEqual(rows.map(withoutTimes));
    };

    // The payload says bounce, and everything else says delivered.
    const { status: _, hard_bounceAt: at, ...rest } = status;
    const asDelivered = {
      ...rest,
      status: 'delivered',
      precedence: String(status['precedence']).replace(/^2(.*)\|0\|/, '0$1|3|'),
      deliveredAt: at,
    };
    await damaged(stack.messagesTable, bounce, { type: 'delivered' });
    await stack.dynamoDb.send(new PutCommand({ TableName: stack.messagesTable, Item: asDelivered }));
    expect((await audit()).differences).toMatchObject([{ what: 'suppression' }]);
    await isMended();

    await isMended([status, 'deleted']);
    await isMended([status, { firstSeenAt: undefined }]);
    await isMended([status, { expiresAt: undefined }], [bounce, { expiresAt: Date.now() }]);
    await isMended([status, { openAt: status['occurredAt'], status: 'open' }]);
    await isMended([bounce, { smtpStatus: '5.9.9' }], [status, { provider: 'ses', recipient: 'x' }]);
    expect((await commandLine('audit', '--repair')).out).toMatch(/0 differences mended, all agree/);
  });

  it('mends the history and the heads of an address', async () => {
    const TableName = stack.outputs['AddressesTableName'] ?? '';
    const all = (await stack.dynamoDb.send(new ScanCommand({ TableName }))).Items ?? [];
    const [head, log] = [' all#', ' log#'].map((prefix) =>
      all.find((row) => row['address'] === 'eve@example.com' && String(row['sortKey']).startsWith(prefix)),
    ) as [Row, Row];
    const longAgo = '2020-01-01T00:00:00.000Z';
    for (const damage of [
      [[head, 'deleted']],
      [[log, 'deleted']],
      [
        [head, 'deleted'],
        [log, 'deleted'],
      ],
      [[head, { latest: `${longAgo}#x`, first: String(head['latest']) }]],
    ] as [Row, Row | 'deleted'][][]) {
      for (const [row, change] of damage) await damaged(TableName, row, change);
      expect((await audit()).exitCode).toBe(1);
      expect(await audit('--repair')).toMatchObject({ exitCode: 0, differences: [] });
      expect((await audit()).exitCode).toBe(0);
      expect((await commandLine('suppressions', 'check', 'eve@example.com')).exitCode).toBe(1);
    }
  });

  it('condenses rows of an earlier version, if asked', async () => {
    const TableName = stack.outputs['AddressesTableName'] ?? '';
    const entry = (minute: number) => {
      const occurredAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
      const id = `manual-${minute}`;
      const sortKey = `*#${occurredAt}#E#${id}`;
      const facts = { scope: '*', by: 'kim', because: 'asked', cause: 'manual', recordedAt: occurredAt };
      return { address: 'old@example.com', sortKey, kind: 'evidence', occurredAt, id, ...facts };
    };
    for (const minute of [1, 2])
      await stack.dynamoDb.send(new PutCommand({ TableName, Item: entry(minute) }));
    const before = (await commandLine('explain', 'old@example.com', '--json')).out;
    const counts = { addresses: 1, rows: 2 };
    expect(await audit()).toMatchObject({ exitCode: 0, differences: [], uncondensed: counts });
    expect((await commandLine('audit')).out).toContain(
      '2 rows of an earlier version, of 1 address, make questions slow: --repair condenses them.',
    );
    expect(await audit('--repair')).toMatchObject({ exitCode: 0, differences: [], condensed: counts });
    const { condensed, uncondensed } = await audit('--repair');
    expect([condensed, uncondensed]).toEqual([undefined, undefined]);
    expect((await commandLine('explain', 'old@example.com', '--json')).out).toBe(before);
  });

  it('says what cannot be mended', async () => {
    const rows = (await stack.rows()).filter(({ messageId }) => messageId === 'r1');
    const bounce = rows.find(({ type }) => type === 'hard_bounce') as Row;
    await damaged(stack.messagesTable, bounce, 'deleted');
    const { exitCode, out } = await commandLine('audit', '--repair');
    expect([exitCode, out]).toEqual([1, expect.stringContaining('not mended: no stored event says so')]);
    await damaged(stack.messagesTable, bounce, {});
    expect((await audit()).exitCode).toBe(0);
  });
});
