import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneQuestion } from '../../app/ask-lake.ts';
import { addDays } from '../../core/day.ts';
import { aroundDays } from '../../lake/sql/around-days.ts';
import { questionSql, questions } from '../../lake/sql/questions.ts';
import { tellingTable } from '../../providers/telling-table.ts';
import { type ALake, aLake } from './support/a-lake.ts';
import { readyStory, storyDays } from './support/ready-story.ts';

let lake: ALake;
beforeAll(async () => {
  lake = await aLake();
  await lake.tell(readyStory());
});
afterAll(() => lake?.close());

/** What a reader of the story counts by hand. */
const answers: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'bounce-rate': [
    ['2026-01-02', 9, 1, 100 / 9],
    ['2026-01-03', 1, 0, 0],
  ],
  'complaints-by-domain': [
    ['news.example.com', 5, 1, 20],
    ['mail.example.com', 3, 0, 0],
  ],
  'clicks-by-version': [
    ['12', 2, 50, 50],
    ['13', 3, 100 / 3, 0],
  ],
  'bounce-reasons': [
    ['outlook', 'hard_bounce', '5.1.1', 'unknown_user', 1],
    ['outlook', 'soft_bounce', '4.2.2', 'mailbox_full', 1],
  ],
  'mailbox-health': [
    ['gmail', 5, 100, 0, 20],
    ['apple', 2, 100, 0, 0],
    ['outlook', 2, 0, 50, null],
    ['other', 1, 100, 0, 0],
  ],
  'machine-opens': [
    ['apple', 1, 2, 50],
    ['gmail', 2, 0, 0],
    ['other', 0, 0, null],
  ],
  'best-hour': [
    [0, 1, 0],
    [9, 4, 50],
    [15, 2, 50],
    [23, 1, 0],
  ],
  'unsubscribes-by-tag': [
    ['marketing', 5, 1, 20],
    ['weekly', 5, 1, 20],
    ['orders', 3, 0, 0],
  ],
  'silent-people': [[2, 1, 50]],
  'late-reports': [['sendgrid', 19, 100 * (18 / 19), 100 * (18 / 19), 7_200]],
};

const around = ({ from, to }: typeof storyDays) => ({ from: addDays(from, -30), to: addDays(to, 30) });

const valuesOf = (name: string): Record<string, string> => ({
  ...questions.find((each) => each.name === name)?.parameters,
  ...(name === 'silent-people' && { messages: '2' }),
  ...storyDays,
});

describe('the ready questions', () => {
  it.each(questions)('$name has the answer that one counts by hand', async (question) => {
    const sql = questionSql(question, valuesOf(question.name));
    const rounded = (row: readonly unknown[]) =>
      row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(9)) : cell));
    // As it stands in the documentation, and as it is asked.
    for (const asked of [sql, aroundDays(sql, storyDays)])
      expect((await lake.ask(asked)).map(rounded)).toEqual(answers[question.name]?.map(rounded));
  });

  it.each(questions)(
    '$name reads its own days, or those that a send of them can have events on',
    (question) => {
      const asked = aroundDays(questionSql(question, valuesOf(question.name)), storyDays);
      const { from, to } = asked.includes('from events') ? storyDays : around(storyDays);
      const files = asked.split('\n').filter((line) => /^from (told|events)$/.test(line));
      expect(files).toHaveLength(1);
      expect(asked).toContain(`${files[0]}\nwhere day between '${from}' and '${to}'`);
    },
  );

  it.each(questions)('$name stands in docs/analytics.md, word for word', ({ asks, ...question }) => {
    const page = readFileSync(new URL('../../docs/analytics.md', import.meta.url), 'utf8');
    const values = { ...question.parameters, from: '2026-01-01', to: '2026-01-14' };
    expect(page).toContain(`### ${asks}\n`);
    expect(page).toContain(`\`\`\`sql\n${questionSql({ asks, ...question }, values)}\n\`\`\``);
  });
});

describe('docs/analytics.md', () => {
  it('says what each provider tells, as the manifests say it', () => {
    const page = readFileSync(new URL('../../docs/analytics.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n${tellingTable()}\n`);
  });
});

describe('a question to the lake', () => {
  it.each([
    ['select 1', 'select 1'],
    [' SELECT 1 ; ', 'SELECT 1'],
    ['(select 1)', '(select 1)'],
    ['with a as (select 1) select * from a', 'with a as (select 1) select * from a'],
    ["select ';' as a -- one; two", "select ';' as a"],
    ['/* drop; */ select "a;b" from t', '/* drop; */ select "a;b" from t'],
  ])('can be %j', (sql, asked) => {
    expect(oneQuestion(sql)).toEqual({ ok: true, value: asked });
  });

  it.each([
    'drop table told',
    'select 1; select 2',
    'explain select 1',
    '-- select\ninsert into told values (1)',
    "select 'a'; drop view events -- '",
    '',
    ';',
    'selection',
    "unload (select 1) to 's3://elsewhere/'",
  ])('cannot be %j', (sql) => {
    expect(oneQuestion(sql)).toMatchObject({ ok: false, refusal: { code: 'query-invalid' } });
  });
});

/** As if no use case had looked at the SQL before. */
describe('the engine that reads files', () => {
  it.each([
    "copy (select 1) to '/tmp/stolen.csv'",
    "select * from read_text('/etc/passwd')",
    "select * from read_csv('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from glob('/etc/*')",
    "attach '/tmp/other.db' as other",
    'install httpfs',
    'load httpfs',
    'set enable_external_access = true',
    'create table stolen as select * from told',
    'drop view events',
    'select 1; select 2',
    'with x as (select 1 as a) insert into told select * from x',
  ])('refuses %s', async (sql) => {
    expect(await lake.lake.query(sql)).toMatchObject({ type: 'failed' });
  });

  it('reads the files of the lake itself', async () => {
    expect(await lake.ask('select count(*) from events')).toEqual([[19]]);
  });
});
