import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

const suppressions = (...words: string[]) => commandLine('suppressions', ...words);

async function happens(type: string, to: string, message: string, at: string): Promise<void> {
  await commandLine('send', 'sendgrid', type, '--to', to, '--message', message, '--at', at);
  await stack.untilIdle();
}

async function check(address: string, ...options: string[]) {
  const { exitCode, out } = await suppressions('check', address, '--json', ...options);
  const [{ suppressed, cause }] = JSON.parse(out).answers;
  expect(exitCode).toBe(suppressed ? 1 : 0);
  return cause?.cause ?? null;
}

const release = (address: string, ...options: string[]) =>
  suppressions('release', address, '--by', 'kim', '--because', 'mailbox is back', ...options);

async function addressRows() {
  const scan = new ScanCommand({ TableName: stack.outputs['AddressesTableName'], ConsistentRead: true });
  return (await stack.dynamoDb.send(scan)).Items ?? [];
}

describe('an address', () => {
  it('that was released stays released when the old bounce is repeated, and not when a new one arrives', async () => {
    const old = new Date(Date.now() - 3_600_000).toISOString();
    await happens('hard_bounce', 'Ana@example.com', 'm1', old);
    expect(await check('ana@EXAMPLE.com')).toBe('hard_bounce');
    const said = await suppressions('check', 'ana@example.com');
    expect(said.out).toMatch(/^ana@example\.com {2}suppressed\n {2}hard_bounce {2}all mail {2}since /);
    expect(said.out).toContain('    sendgrid, message m1: 550 5.1.1 no such user');

    expect(await release('ana@example.com')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/released from\n {2}hard_bounce/),
    });
    expect(await check('ana@example.com')).toBeNull();
    await happens('hard_bounce', 'ana@example.com', 'm1', old);
    expect(await check('ana@example.com')).toBeNull();
    await happens('hard_bounce', 'ana@example.com', 'm1b', '+1m');
    expect(await check('ana@example.com')).toBe('hard_bounce');
  });

  it('is suppressed by the fifth message that bounces softly, and not by repeats', async () => {
    for (const [minute, message] of ['s1', 's1', 's2', 's3', 's4', 's4'].entries())
      await happens('soft_bounce', 'soft@example.com', message, `-${50 - minute}m`);
    expect(await check('soft@example.com')).toBeNull();
    await happens('soft_bounce', 'soft@example.com', 's5', '-1m');
    expect(await check('soft@example.com')).toBe('soft_bounce');
  });

  it('that left one group still gets other mail, and all mail after joining again', async () => {
    await happens('group_unsubscribe', 'bob@example.com', 'm2', '-2h');
    expect(await check('bob@example.com', '--stream', '10')).toBe('unsubscribe');
    expect(await check('bob@example.com', '--stream', '11')).toBeNull();
    expect(await check('bob@example.com')).toBeNull();
    expect((await suppressions('check', 'bob@example.com')).out).toContain(
      'not suppressed, except for:\n  unsubscribe  stream 10',
    );
    await happens('resubscribe', 'bob@example.com', 'm2', '-1h');
    expect(await check('bob@example.com', '--stream', '10')).toBeNull();
  });

  it('is suppressed by hand and released by scope, and the answer names what stays', async () => {
    const add = (...options: string[]) =>
      suppressions('add', 'cleo@example.com', '--by', 'kim', '--because', 'ticket 7', ...options);
    expect((await add()).out).toContain('suppressed for all mail');
    await add('--scope', 'news');
    const released = await release('cleo@example.com', '--scope', 'news');
    expect(released.out).toMatch(
      /stream news[\s\S]*Still suppressed by\n {2}manual {2}all mail[\s\S]*by kim: ticket 7/,
    );
    expect(await check('cleo@example.com', '--stream', 'news')).toBe('manual');
    const before = (await addressRows()).length;
    expect(await release('cleo@example.com', '--scope', 'news')).toMatchObject({
      exitCode: 1,
      error: 'cleo@example.com: nothing is in force for stream news; still in force: manual (all mail)\n',
    });
    expect(await release('nobody@example.com')).toMatchObject({ exitCode: 1 });
    expect((await addressRows()).length).toBe(before);
  });
});

describe('the list', () => {
  it('contains only suppressed addresses, newest first, by cause and time', async () => {
    const list = async (...options: string[]) =>
      JSON.parse((await suppressions('list', '--json', ...options)).out);
    const addresses = async (...options: string[]) =>
      (await list(...options)).suppressions.map(({ address }: { address: string }) => address);
    await happens('complaint', 'dan@example.com', 'm3', '-3d');
    expect(await addresses()).toEqual([
      'ana@example.com',
      'cleo@example.com',
      'soft@example.com',
      'dan@example.com',
    ]);
    expect(await addresses('--reason', 'complaint')).toEqual(['dan@example.com']);
    expect(await addresses('--reason', 'unsubscribe')).toEqual([]);
    expect(await addresses('--since', '-1d')).not.toContain('dan@example.com');
    expect(await list('--limit', '1')).toMatchObject({
      suppressions: [{ address: 'ana@example.com' }],
      cursor: expect.any(String),
    });
    const { out } = await suppressions('list');
    expect(out.split('\n')[3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}complaint +all mail {2}dan@/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('is unchanged after an export and an import, into the same stack and into an empty one', async () => {
    const file = join(stack.dataDir, 'all.csv');
    expect(await suppressions('export', '--output', file)).toMatchObject({ exitCode: 0, out: '', error: '' });
    const exported = readFileSync(file, 'utf8');
    expect(exported).toBe((await suppressions('export')).out);
    expect(exported.split('\r\n')[0]).toBe(
      'address,cause,scope,since,provider,message,event,by,because,diagnostic',
    );
    // One hard bounce, seven soft bounces of five messages, one manual entry, one complaint, the header and the end.
    expect(exported.split('\r\n')).toHaveLength(12);
    const lines = (await suppressions('export', '--json')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).address).sort()).toEqual(
      exported
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0])
        .sort(),
    );

    const before = await addressRows();
    expect((await suppressions('import', file, '--by', 'kim')).out).toMatch(/\nThere is nothing to add\.\n$/);
    expect(await addressRows()).toEqual(before);

    // From here on the command line uses the other stack.
    const other = await aStackForTheCommandLine();
    try {
      expect((await suppressions('import', file, '--by', 'kim', '--yes')).out).toMatch(
        /\n10 added, 0 already known, 0 left out\n$/,
      );
      expect(await check('soft@example.com')).toBe('soft_bounce');
      const said = (await suppressions('export')).out.split('\r\n').sort();
      expect(said.map((line) => line.replace(',kim,,', ',,,'))).toEqual(exported.split('\r\n').sort());
      expect(await commandLine('audit')).toMatchObject({ exitCode: 0 });
    } finally {
      process.env['MAILFOLD_DIR'] = stack.dataDir;
      await other.stop();
    }
  });
});

describe('mailfold suppressions', () => {
  it('answers with exit codes and one clear line when something is wrong', async () => {
    const wrong = async (...words: string[]) => {
      const { exitCode, error } = await suppressions(...words);
      return [exitCode, error.split('\n')[0]];
    };
    expect(await wrong('check', 'ana')).toEqual([
      2,
      'ana: expected an e-mail address such as ana@example.com',
    ]);
    expect(await wrong('list', '--reason', 'x')).toEqual([
      2,
      expect.stringContaining('expected a cause: complaint'),
    ]);
    expect(await wrong('add', 'a@b.c', '--by', 'kim')).toEqual([2, expect.stringContaining('--because')]);
    expect(await wrong('add', 'a@b.c', '--by', ' ', '--because', 'x')).toEqual([
      2,
      'a@b.c: expected a name of 1 to 1,000 characters; pass yours with --by',
    ]);
    expect(await wrong('import', 'nowhere.csv', '--by', 'kim')).toEqual([
      2,
      'cannot read nowhere.csv: there is no such file',
    ]);
    const file = join(stack.dataDir, 'headless.csv');
    writeFileSync(file, 'a@b.c,x\n');
    expect(await wrong('import', file, '--by', 'kim')).toEqual([
      2,
      expect.stringContaining('found the columns a@b.c, x'),
    ]);
    expect(await wrong('export', '--output', join(stack.dataDir, 'no', 'file'))).toEqual([
      2,
      expect.stringMatching(/^cannot write [^\n]*: its folder does not exist; [^\n]*$/),
    ]);
    expect(await wrong('fly')).toEqual([2, expect.stringContaining('unknown command')]);
  });
});

// Last, because the tests above know the whole list.
describe('on the command line, an address', () => {
  it('is explained for one stream as for mail of that stream', async () => {
    await happens('group_unsubscribe', 'lee@example.com', 'm-lee', '-1h');
    const firstLine = async (...words: string[]) =>
      (await commandLine('explain', 'lee@example.com', ...words)).out.split('\n')[0];
    expect(await firstLine()).toBe('lee@example.com  suppressed in part');
    expect(await firstLine('--stream', '10')).toBe('lee@example.com  suppressed for stream 10');
    expect(await firstLine('--stream', '11')).toBe('lee@example.com  not suppressed for stream 11');
  });

  it('is suppressed and released together with others, and each has an answer of its own', async () => {
    const two = ['joe@example.com', 'kay@example.com'];
    const why = ['--by', 'kim', '--because', 'left the company'];
    expect(await suppressions('add', ...two, ...why)).toMatchObject({
      exitCode: 0,
      out: 'joe@example.com  suppressed\nkay@example.com  suppressed\n',
    });
    expect(await release('joe@example.com', 'kay@example.com', 'never@example.com')).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(
        /^joe@example\.com {2}released\nkay@example\.com {2}released\nnever@example\.com {2}not changed: nothing is in force/,
      ),
    });
    expect([await check('joe@example.com'), await check('kay@example.com')]).toEqual([null, null]);
  });
});
