import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/program.ts';
import { historyOf, seededPrefix } from '../../cli/seed/history.ts';
import { eventsOf, seedPlayers } from '../../cli/seed/players.ts';
import { questions } from '../../lake/sql/questions.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf, storedByType } from '../support/lake.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
let seeded: Record<string, unknown>;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  seeded = await seed();
});
afterAll(() => stack?.stop());

const inventing = ['seed', '--days', '20', '--messages', '300'];

async function seed(): Promise<Record<string, unknown>> {
  const { exitCode, out, error } = await commandLine(...inventing, '--json');
  expect([exitCode, error]).toEqual([0, '']);
  return JSON.parse(out);
}

async function json(...words: string[]) {
  const { exitCode, out } = await commandLine(...words, '--json');
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

describe('mailfold seed', () => {
  it('stores a history whose rows agree with each other, in the tables and in the lake', async () => {
    expect(seeded).toMatchObject({ isInLake: true, present: 0 });
    expect(Number(seeded['messages'])).toBeGreaterThan(250);
    expect(await lakeOf(stack).eventsByType()).toEqual(await storedByType(stack));
    const { exitCode, out } = await commandLine('audit', '--deep', '--json');
    expect([exitCode, out]).toEqual([0, out]);
    expect((await json('suppressions', 'list')).suppressions.length).toBeGreaterThan(0);
  });

  it('adds nothing when it runs again', async () => {
    const before = await storedByType(stack);
    expect(await seed()).toMatchObject({ messages: 0, events: 0, present: seeded['messages'] });
    expect(await storedByType(stack)).toEqual(before);
  });

  it('says how many of the messages are only sent later today', async () => {
    expect(Number(seeded['messages']) + Number(seeded['later'])).toBe(300);
    const { later } = await seed();
    const { out } = await commandLine(...inventing);
    expect(out).toContain('messages of this history were there already');
    // Shortly before midnight there are none.
    if (Number(later) > 5)
      expect(out).toMatch(/^\d+ messages will be sent later today: run it again then\.$/m);
  });

  it('fills no deployed stack', async () => {
    expect(await commandLine('seed', '--stack', 'Mailfold')).toMatchObject({ exitCode: 2 });
  });
});

describe('mailfold stats', () => {
  it('shows tiles, a picture of the days, and each group, in 80 columns', async () => {
    const { exitCode, out } = await commandLine('stats', '--days', '20', '--by', 'domain', '--compare');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/sends +delivered +bounced +complaints +opened +clicked/);
    expect(out).toMatch(/mail\.acme\.example +\d+ .*[▁▂▃▄▅▆▇█]/);
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  it('says of every rate how it was computed', async () => {
    const { out } = await commandLine('stats', '--days', '20', '--by', 'mailbox', '--explain');
    expect(out).toMatch(/bounce +bounced \/ sent +\d+ \/ \d+ +[\d.]+ % +[\d.]+ % to [\d.]+ %/);
    expect(out).toContain('sends that bounced hard');
  });

  it('prints the same figures as JSON and CSV, and counts every send once', async () => {
    const found = await json('stats', '--days', '20', '--by', 'provider');
    const rows: { figures: { counts: { attempted: number } } }[] = found.by.rows;
    const sum = rows.reduce((total, { figures }) => total + figures.counts.attempted, 0);
    expect([found.total.counts.attempted, sum]).toEqual([seeded['messages'], seeded['messages']]);
    const { out } = await commandLine('stats', '--days', '20', '--by', 'provider', '--format', 'csv');
    const [head = '', ...lines] = out.trim().split('\r\n');
    const column = head.split(',').indexOf('attempted');
    const counted = lines.map((line) => Number(line.split(',')[column]));
    expect(counted.reduce((total, count) => total + count, 0)).toBe(sum);
  });

  it('has no rates by event day, and says when nothing was sent', async () => {
    expect((await json('stats', '--by-event-day')).total.rates).toBeNull();
    const { out } = await commandLine('stats', '--from', '2020-01-01', '--to', '2020-01-02');
    expect(out).toBe('No mail was sent from 2020-01-01 to 2020-01-02.\n');
  });

  it('refuses a dimension and days that do not exist', async () => {
    for (const words of [
      ['--by', 'colour'],
      ['--days', '401'],
      ['--from', '2026-02-31'],
    ])
      expect([words, (await commandLine('stats', ...words)).exitCode]).toEqual([words, 2]);
  });
});

describe('mailfold query', () => {
  it.each(questions.map(({ name }) => name))('answers the ready question %s', async (name) => {
    const mail = name === 'clicks-by-version' ? ['--set', 'template=welcome'] : [];
    const rows = await json('query', name, '--days', '20', ...mail);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('lists the ready questions, and takes their parameters', async () => {
    const { out } = await commandLine('query', '--list');
    for (const { name, asks } of questions)
      expect(out).toMatch(new RegExp(`^${name} +${asks.replace('?', '\\?')}`, 'm'));
    const { out: sql } = await commandLine(
      ...[
        'query',
        'clicks-by-version',
        '--set',
        "template=it's",
        '--from',
        '2026-01-01',
        '--to',
        '2026-01-02',
        '--show-sql',
      ],
    );
    expect(sql).toContain("day between '2026-01-01' and '2026-01-02' and template = 'it''s'");
    const wrong = await commandLine('query', 'bounce-rate', '--set', 'template=x');
    expect(wrong).toMatchObject({ exitCode: 2, error: expect.stringContaining('none besides the days') });
  });

  it('writes the same rows as CSV, JSON and Parquet', async () => {
    const sql =
      'select mailbox, count(*) as sends, 0.5e0 as half, min(sent_at) as first from sends group by mailbox order by 1';
    const asJson = await json('query', sql);
    const file = join(stack.dataDir, 'result.parquet');
    expect(await commandLine('query', sql, '--format', 'parquet', '--output', file)).toMatchObject({
      exitCode: 0,
    });
    const content = readFileSync(file);
    const inFile = await parquetReadObjects({
      file: content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength),
    });
    const expected = asJson.map(({ first, sends, ...row }: { first: string; sends: number }) => ({
      ...row,
      sends: BigInt(sends),
      first: new Date(`${first.replace(' ', 'T')}Z`),
    }));
    expect(inFile).toEqual(expected);
    const { out } = await commandLine('query', sql, '--format', 'csv');
    expect(out.trim().split('\r\n')).toHaveLength(asJson.length + 1);
  });

  it('shows some rows, and says that there are more and what reading them would cost', async () => {
    const { out, error } = await commandLine('query', 'select event from events', '--limit', '3');
    expect(out.trim().split('\n')).toHaveLength(4);
    expect(error).toMatch(/^the first 3 rows; --limit 30 shows more, .* read, on AWS less than a cent/);
  });

  it('reads the lake and nothing else, and changes nothing', async () => {
    const secret = join(stack.dataDir, 'secret.txt');
    const path = join(stack.dataDir, 'stolen.csv');
    writeFileSync(secret, 'hunter2');
    const attacks = [
      'drop table told',
      'select 1; drop view events',
      "copy (select * from told) to '/tmp/stolen'",
      `copy (select 1) to '${path}'`,
      `select * from read_text('${secret}')`,
      `select * from read_csv('${secret}')`,
      `select * from '${secret}'`,
      `select * from glob('${stack.dataDir}/*')`,
      "attach '/tmp/other.db' as other",
      'install httpfs',
      'load httpfs',
      'set enable_external_access = true',
      'pragma database_list',
      'with x as (select 1) insert into told select * from x',
      'delete from told where true',
      "select getenv('HOME') as home",
      'explain select 1',
      'select * from duckdb_settings()',
    ];
    for (const sql of attacks) {
      const said = await commandLine('query', sql);
      expect([sql, said.exitCode, said.out]).toEqual([sql, 2, '']);
      expect(said.error).not.toContain('hunter2');
    }
    expect((await json('query', 'select count(*) as events from events'))[0].events).toBe(seeded['events']);
  });
});

/** A seed whose history has an event that names no message, as Resend's unsubscribes are. About one in twenty has. */
async function seedWithUnnamed(messages: number): Promise<number> {
  const players = await seedPlayers();
  for (let seed = 100; seed < 600; seed += 1) {
    const events = eventsOf(historyOf({ days: 20, messages, seed, now: new Date() }), players);
    if (events.some(({ messageId }) => !messageId.startsWith(seededPrefix(seed)))) return seed;
  }
  throw new Error('expected a seed with an event that names no message, found none');
}

describe('mailfold seed beside other mail', () => {
  it('does not wait for events that name none of its messages', async () => {
    const asked = ['--days', '20', '--messages', '300', '--seed', String(await seedWithUnnamed(300))];
    const { messages, later, isInLake } = await json('seed', ...asked);
    expect([isInLake, messages + later]).toEqual([true, 300]);
  });

  it('counts its own events in the lake, although others arrive there meanwhile', async () => {
    const others = commandLine('seed', '--messages', '400', '--seed', '3');
    const error = Object.assign(new PassThrough(), { isTTY: true });
    const own = await run(['seed', '--messages', '40', '--seed', '2'], { out: new PassThrough(), error });
    expect([own, (await others).exitCode]).toEqual([0, 0]);
    const shown = [...String(error.read()).matchAll(/into the lake \S+ (\d+)\/(\d+)/g)];
    expect(shown.length).toBeGreaterThan(1);
    for (const [, told, all] of shown) expect(Number(told)).toBeLessThanOrEqual(Number(all));
  });
});
