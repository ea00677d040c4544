import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { eventually } from '../support/wait.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

const suppressions = (...words: string[]) => commandLine('suppressions', ...words);

function aFile(name: string, content: string | object): string {
  const path = join(stack.dataDir, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const importing = (path: string, ...options: string[]) =>
  suppressions('import', path, '--by', 'kim', ...options);

/** As a program of its own, which can be stopped. */
function importingAlone(file: string) {
  const program = fileURLToPath(new URL('../../bin/mailfold.ts', import.meta.url));
  const words = ['suppressions', 'import', file, '--by', 'kim', '--yes'];
  return spawn(process.execPath, [program, ...words], {
    env: { ...process.env, MAILFOLD_DIR: stack.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function causesOf(address: string, ...options: string[]) {
  const { out } = await suppressions('check', address, '--json', ...options);
  const [{ causes }] = JSON.parse(out).answers;
  return causes;
}

async function addressRows() {
  const rows: object[] = [];
  const scan = { TableName: stack.outputs['AddressesTableName'], ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: stack.dynamoDb }, scan)) rows.push(...Items);
  return rows;
}

const bounces = [
  'status,reason,email,created',
  '5.1.1,"550 5.1.1 no such user, ""sorry""\nand goodbye",Ana@example.com,1767225600',
  '5.1.1,x,not an address,1767225600',
  '5.1.1,x,two@at@signs@,1767225600',
  '5.7.1,,ben@example.com,1767225601',
  '',
].join('\r\n');

describe('a list of a provider', () => {
  it('is shown first, changes nothing without a yes, and keeps cause, time and reason', async () => {
    const file = aFile('suppression_bounces.csv', bounces);
    const summary = [
      `${file}: bounces of SendGrid, 4 rows`,
      '                       new  known',
      'hard_bounce, all mail    2      0',
      '2 rows cannot be read and are left out:',
      '  line 4: expected an e-mail address, found "not an address"',
      '  line 5: expected an e-mail address, found "two@at@signs@"',
    ].join('\n');
    const before = await addressRows();
    expect(await importing(file, '--dry-run')).toEqual({
      exitCode: 1,
      out: `${summary}\nNothing was changed: this was a dry run.\n`,
      error: '',
    });
    expect(await importing(file)).toEqual({
      exitCode: 2,
      out: `${summary}\n`,
      error:
        '2 rows will be added to the local stack. Nothing was changed: add --yes to go on without a terminal\n',
    });
    const no = await answering('n', 'suppressions', 'import', file, '--by', 'kim');
    expect(no).toMatchObject({ exitCode: 1, error: 'stopped by your answer; nothing was changed\n' });
    expect(no.questions).toEqual([expect.stringContaining('2 rows will be added to the local stack.')]);
    expect(await addressRows()).toEqual(before);

    expect(await importing(file, '--yes')).toEqual({
      exitCode: 1,
      out: `${summary}\n2 added, 0 already known, 2 left out\n`,
      error: '',
    });
    expect(await causesOf('ana@example.com')).toMatchObject([
      {
        cause: 'hard_bounce',
        scope: '*',
        since: '2026-01-01T00:00:00.000Z',
        lastEvidence: {
          provider: 'sendgrid',
          by: 'kim',
          diagnostic: '550 5.1.1 no such user, "sorry"\nand goodbye',
        },
      },
    ]);
    expect(await causesOf('ben@example.com')).toMatchObject([
      { since: '2026-01-01T00:00:01.000Z', lastEvidence: { diagnostic: '5.7.1' } },
    ]);
  });

  it('changes nothing the second time, also after a release', async () => {
    const file = aFile('suppression_bounces.csv', bounces);
    await suppressions('release', 'ana@example.com', '--by', 'kim', '--because', 'mailbox is back');
    const before = await addressRows();
    const again = await importing(file, '--yes', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ rows: 4, fresh: 0, known: 2, badRows: 2, added: 0 });
    expect(await addressRows()).toEqual(before);
    expect(await causesOf('ana@example.com')).toEqual([]);
    expect(await commandLine('audit')).toMatchObject({ exitCode: 0 });
  });

  it('keeps the scope of each row, and a resubscribe at the provider ends it', async () => {
    const file = aFile('asm_groups_10_suppressions.csv', 'email,created_at\nbob@example.com,1767225600\n');
    expect(await importing(file, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await causesOf('bob@example.com', '--stream', '10')).toMatchObject([{ scope: '10' }]);
    await commandLine('send', 'sendgrid', 'resubscribe', '--to', 'bob@example.com', '--message', 'm1');
    await stack.untilIdle();
    expect(await causesOf('bob@example.com', '--stream', '10')).toEqual([]);
  });

  it('of blocked addresses is kept in the history, and suppresses nobody', async () => {
    const file = aFile('suppression_blocks.csv', bounces.replace('Ana@', 'Zoe@'));
    const { out } = await importing(file, '--yes');
    expect(out).toContain('2 soft bounces: kept in the history; one alone does not suppress an address');
    const { out: explained } = await commandLine('explain', 'zoe@example.com');
    expect(explained).toContain('not suppressed');
    expect(explained).toMatch(/soft_bounce[\s\S]*not enough/);
  });

  it('in documented columns without a cause does not become manual entries of today', async () => {
    const file = aFile(
      'export.csv',
      'address,code,error,created_at\ncarl@example.com,550,No such mailbox,"Thu, 01 Jan 2026 00:00:00 UTC"\n',
    );
    expect(await importing(file, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await causesOf('carl@example.com')).toMatchObject([
      { cause: 'hard_bounce', since: '2026-01-01T00:00:00.000Z', lastEvidence: { provider: 'mailgun' } },
    ]);
  });

  it('that is not understood is refused as a whole', async () => {
    const before = await addressRows();
    const dump = aFile('dump.json', {
      Suppressions: [
        {
          EmailAddress: 'dan@example.com',
          SuppressionReason: 'HardBounce',
          Origin: 'Recipient',
          CreatedAt: '2026-01-01T00:00:00Z',
        },
        {
          EmailAddress: 'eve@example.com',
          SuppressionReason: 'ManualSuppression',
          Origin: 'Recipient',
          CreatedAt: '2026-01-01T00:00:00Z',
        },
      ],
    });
    expect(await importing(dump, '--yes')).toMatchObject({
      exitCode: 2,
      error: `${dump}: 1 row of one stream, group or list, which the file does not name: add --scope NAME, or --scope "*" for all mail; nothing was changed\n`,
    });
    const strange = aFile('strange.csv', 'address,cause,x\na@example.com,Bounced,1\n');
    expect(await importing(strange, '--yes')).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(/not understood: x; .*--ignore-columns/),
    });
    expect(await importing(strange, '--yes', '--ignore-columns')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('1 row with "Bounced", which is not a cause that Mailfold knows'),
    });
    const all = aFile('suppression_unsubscribes.csv', 'email,created\ngil@example.com,1767225600\n');
    expect(await importing(all, '--scope', '123', '--yes')).toMatchObject({
      exitCode: 2,
      error: `${all}: --scope 123 would have no effect: each row of the global unsubscribes of SendGrid says itself what mail it holds for; leave --scope out; nothing was changed\n`,
    });
    expect(await addressRows()).toEqual(before);
  });

  it('without times is undated, in force, and added once', async () => {
    const file = aFile('plain.txt', 'fay@example.com\nFAY@example.com\n');
    const { out } = await importing(file, '--cause', 'manual', '--yes');
    expect(out).toContain('2 rows without a time: marked as undated, and in force from now on');
    expect(out).toContain('1 added, 1 already known, 0 left out');
    expect(await causesOf('fay@example.com')).toMatchObject([
      { cause: 'manual', lastEvidence: { undated: true } },
    ]);
    const rows = await addressRows();
    expect((await importing(file, '--cause', 'manual')).out).toContain('There is nothing to add.');
    expect(await addressRows()).toEqual(rows);
    expect((await commandLine('explain', 'fay@example.com')).out).toMatch(
      /undated, imported [\s\S]*the list did not say when/,
    );
    // An export says no time either, so that it stays undated elsewhere.
    expect((await suppressions('export')).out).toContain('fay@example.com,manual,*,,');
  });

  it('goes to another provider in the form that it takes, and what does not fit is named', async () => {
    const folder = join(stack.dataDir, 'for-mailgun');
    const { exitCode, out } = await suppressions('export', '--for', 'mailgun', '--output', folder);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/bounces\.csv {2}\d+ rows?\n {4}post .*bounces\.csv to https:\/\/api\.mailgun\.net/);
    expect(out).toContain('Mailgun does not keep that an entry was manual: it becomes an unsubscribe.');
    expect(readFileSync(join(folder, 'bounces.csv'), 'utf8')).toContain(
      'carl@example.com,550,550 No such mailbox,"Thu, 01 Jan 2026 00:00:00 UTC"\r\n',
    );
    const toSes = await suppressions('export', '--for', 'ses', '--output', join(stack.dataDir, 'for-ses'));
    expect(toSes.out).toContain('left out: 1 manual entry; SES has no reason for it');
    expect(await suppressions('export', '--for', 'sesmetric')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('--for sesmetric: expected one of sendgrid, ses'),
    });
  });

  it('is completed when the program was killed in the middle', async () => {
    const people = Array.from(
      { length: 800 },
      (_, index) => `person-${index}@example.org,complaint,2026-01-01T00:00:00Z\n`,
    );
    const file = aFile('many.csv', `address,cause,since\n${people.join('')}`);
    const before = (await addressRows()).length;
    const child = importingAlone(file);
    await eventually('some rows', async () => (await addressRows()).length > before);
    child.kill('SIGKILL');
    await once(child, 'close');
    const { out } = await importing(file, '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({ rows: 800, badRows: 0 });
    expect(JSON.parse((await importing(file, '--json')).out)).toMatchObject({ fresh: 0, known: 800 });
    // A row of the history and a head for each.
    expect((await addressRows()).length).toBe(before + 1_600);
    expect(await causesOf('person-799@example.org')).toMatchObject([{ cause: 'complaint' }]);
  });

  it('says how far it came when somebody interrupts it, and goes on from there', async () => {
    const rows = 2_500;
    const people = Array.from({ length: rows }, (_, index) => `someone-${index}@example.org,complaint\n`);
    const file = aFile('more.csv', `address,cause\n${people.join('')}`);
    const before = (await addressRows()).length;
    const child = importingAlone(file);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await eventually('some rows', async () => (await addressRows()).length > before);
    child.kill('SIGINT');
    const [exitCode] = await once(child, 'close');
    expect({ exitCode, said }).toEqual({
      exitCode: 130,
      said: expect.stringMatching(
        /^interrupted while importing, at about row [12],000 of 2,500: run the same command again, it adds the rest\n$/,
      ),
    });
    const { added, known } = JSON.parse((await importing(file, '--yes', '--json')).out);
    expect([known % 1_000, added + known]).toEqual([0, rows]);
    expect(known).toBeGreaterThan(0);
    expect((await addressRows()).length).toBe(before + 2 * rows);
  });
});
