import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  const send = (type: string, to: string, message: string, at: string) =>
    commandLine('send', 'sendgrid', type, '--to', to, '--message', message, '--at', at, '--no-wait');
  await send('hard_bounce', 'ana@example.com', 'm1', '2026-01-01T00:00:01Z');
  await send('delivered', 'ana@example.com', 'm1', '2026-01-01T00:00:02Z');
  await send('delivered', 'ben@example.com', 'm2', '2026-01-01T00:00:01Z');
  await send('open', 'ben@example.com', 'm2', '2026-01-01T00:00:05Z');
  await send('delivered', 'cleo@example.com', 'm3', '2026-01-01T00:00:01Z');
  await send('delivered', 'x@example.com', 'm4', '2026-01-01T00:00:01Z');
  await send('processed', 'y@example.com', 'm4', '2026-01-01T00:00:01Z');
  await send('complaint', 'dan@example.com', 'm5', '2026-01-01T00:00:01Z');
  await send('group_unsubscribe', 'eve@example.com', 'm6', '2026-01-01T00:00:01Z');
  await stack.untilIdle();
  await commandLine(
    ...['suppressions', 'release', 'dan@example.com', '--by', 'kim', '--because', 'asked'],
    '--acknowledge-complaint',
  );
});
afterAll(() => stack?.stop());

function aFile(name: string, content: string): string {
  const path = join(stack.dataDir, name);
  writeFileSync(path, content);
  return path;
}

async function compared(path: string, ...options: string[]) {
  const { exitCode, out, error } = await commandLine('compare', path, '--json', ...options);
  return { exitCode, error, ...JSON.parse(out) };
}

describe('the statuses of another program', () => {
  it('are the same, or differ for a reason that is told', async () => {
    const file = aFile(
      'statuses.csv',
      [
        'Mail,To,State',
        'm1,ana@example.com,delivered',
        'm2,ben@example.com,delivered',
        'm3,Cleo <CLEO@example.com>,ok',
        '<m3>,cleo@example.com,open',
        'm5,dan@example.com,delivered',
        'm9,ana@example.com,processed',
      ].join('\n'),
    );
    const map = ['--map', 'Mail=message', '--map', 'To=recipient', '--map', 'State=status'];
    const result = await compared(file, ...map, '--status', 'OK=delivered');
    expect(result).toMatchObject({
      exitCode: 1,
      about: 'statuses',
      rows: 6,
      same: 1,
      differences: 5,
      badRows: 0,
    });
    expect(result.shown.map(({ ours, why }: { ours: string; why: string }) => [ours, why])).toEqual([
      [
        'hard_bounce',
        'delivered of 2026-01-01T00:00:02.000Z is known here too, and hard_bounce of 2026-01-01T00:00:01.000Z is final',
      ],
      [
        'open',
        'delivered of 2026-01-01T00:00:01.000Z is known here too, and open of 2026-01-01T00:00:05.000Z came later',
      ],
      ['delivered', 'no open has arrived here; ours is of 2026-01-01T00:00:01.000Z'],
      [
        'complaint',
        'complaint of 2026-01-01T00:00:01.000Z is final; no delivered has arrived here, and it would change nothing',
      ],
      [null, 'no event about it has arrived here'],
    ]);
    const { out, exitCode } = await commandLine(
      'compare',
      file,
      ...map,
      '--status',
      'OK=delivered',
      '--limit',
      '1',
    );
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^m1 to ana@example\.com {2}theirs delivered, ours hard_bounce\n/);
    expect(out).toContain('and 4 more; --limit shows more of them\n6 rows, 1 the same, 5 differences\n');
    expect(out).toMatch(/ {2}theirs delivered, ours hard_bounce +1\n/);
  });

  it('need no recipient when the message has one', async () => {
    const file = aFile('short.csv', 'message,status\nm2,open\nm4,delivered\n');
    expect(await compared(file)).toMatchObject({
      exitCode: 1,
      same: 1,
      differences: 0,
      badRows: 1,
      error: 'line 3: the message has 2 recipients here; add a column with the recipient\n',
    });
    const all = await commandLine('compare', aFile('same.csv', 'message,status\nm2,open\n'));
    expect(all).toEqual({ exitCode: 0, out: '1 row, 1 the same, nothing differs\n', error: '' });
  });

  it('must be words that are known', async () => {
    const file = aFile('words.csv', 'message,status\nm2,Bounced\n');
    expect(await commandLine('compare', file)).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(
        /line 2: expected a status \(.*found "Bounced"; say what it means: --status/,
      ),
    });
    expect(await commandLine('compare', file, '--status', 'Bounced=bounce')).toMatchObject({ exitCode: 2 });
  });
});

describe('the suppressions of another program', () => {
  it('are the same, or differ for a reason that is told', async () => {
    const file = aFile(
      'suppressed.csv',
      [
        'address,suppressed,scope',
        'ana@example.com,yes,',
        'ben@example.com,yes,',
        'dan@example.com,true,',
        'cleo@example.com,no,',
        'eve@example.com,no,10',
        'eve@example.com,,',
        'nobody,yes,',
        'ana@example.com,perhaps,',
      ].join('\n'),
    );
    const result = await compared(file);
    expect(result).toMatchObject({
      exitCode: 1,
      about: 'suppressions',
      rows: 8,
      same: 3,
      differences: 3,
      badRows: 2,
    });
    expect(result.shown).toMatchObject([
      {
        address: 'ben@example.com',
        theirs: 'suppressed',
        why: 'nothing is known about it here; import the list',
      },
      {
        address: 'dan@example.com',
        ours: 'not suppressed',
        why: expect.stringMatching(/^complaint of 2026-01-01T00:00:01.000Z was released by kim on /),
      },
      {
        address: 'eve@example.com',
        scope: '10',
        theirs: 'not suppressed',
        ours: 'unsubscribe',
        why: 'suppressed here since 2026-01-01T00:00:01.000Z (sendgrid, message m6)',
      },
    ]);
  });

  it('can be a list as a provider exports it, whole or not', async () => {
    const list =
      'ip,email,created\n192.0.2.1,dan@example.com,1767225601\n192.0.2.1,ana@example.com,1767225601\n';
    const file = aFile('suppression_spam_reports.csv', list);
    expect(await compared(file)).toMatchObject({
      differences: 1,
      same: 1,
      otherCause: 1,
      shown: [{ address: 'dan@example.com', theirs: 'complaint' }],
    });
    const plain = aFile('all.txt', 'ben@example.com\n');
    expect(await compared(plain, '--whole')).toMatchObject({
      rows: 1,
      differences: 2,
      shown: [
        { address: 'ben@example.com', theirs: 'suppressed' },
        { address: 'ana@example.com', ours: 'hard_bounce', why: expect.stringContaining('not in the file') },
      ],
    });
  });

  it('can be the whole list of one group, which says nothing about others or about all mail', async () => {
    const file = aFile('asm_groups_10_suppressions.csv', 'email,created\nben@example.com,1767225601\n');
    expect(await compared(file, '--whole')).toMatchObject({
      differences: 2,
      shown: [
        { address: 'ben@example.com', scope: '10', theirs: 'unsubscribe' },
        { address: 'eve@example.com', scope: '10', theirs: 'not suppressed', ours: 'unsubscribe' },
      ],
    });
    const other = aFile('asm_groups_11_suppressions.csv', 'email,created\nben@example.com,1767225601\n');
    expect(await compared(other, '--whole')).toMatchObject({ differences: 1 });
  });

  it('of addresses that bounced softly are not compared, because nobody suppresses them', async () => {
    const file = aFile(
      'suppression_blocks.csv',
      'status,reason,email,created\n4.2.2,full,ben@example.com,1767225601\n',
    );
    expect(await compared(file)).toMatchObject({ exitCode: 0, rows: 1, leftOut: [{ rows: 1 }] });
  });
});
