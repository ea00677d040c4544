import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Difference } from '../../app/audit/difference.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine({ concurrency: 2 });
});
afterAll(() => stack?.stop());

async function audit(...options: string[]) {
  const { exitCode, out, error } = await commandLine('audit', '--json', ...options);
  const said = JSON.parse(out || '{}') as { messages: number; addresses: number; differences: Difference[] };
  return { exitCode, error, ...said };
}

type Row = Record<string, unknown>;

/** Changes one row of a table, runs the audit, and restores the row. */
async function whenChanged(table: string, row: Row, change: Row | 'deleted', look: () => Promise<void>) {
  const partition = 'messageId' in row && table === stack.messagesTable ? 'messageId' : 'address';
  const Key = { [partition]: row[partition], sortKey: row['sortKey'] };
  if (change === 'deleted') await stack.dynamoDb.send(new DeleteCommand({ TableName: table, Key }));
  else await stack.dynamoDb.send(new PutCommand({ TableName: table, Item: { ...row, ...change } }));
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
    const ana = find(evidence, '');
    await whenChanged(addressesTable, ana, 'deleted', async () => {
      expect(await kinds()).toEqual([['suppression', 'ana@example.com', 'no row']]);
      expect((await commandLine('audit')).out).toMatch(
        /^suppression {2}ana@example\.com \S+: expected hard_bounce for \* .*; found no row\n.* 1 difference\./,
      );
    });
    await whenChanged(addressesTable, ana, { cause: 'complaint' }, async () =>
      expect(await kinds()).toEqual([
        ['suppression', 'ana@example.com', expect.stringContaining('complaint')],
      ]),
    );
    expect((await audit()).exitCode).toBe(0);
  });
});
