import { TrinoSQL } from 'dt-sql-parser/dist/parser/trino/index.js';
import { describe, expect, it } from 'vitest';
import type { CountQuestion } from '../../app/ports/analytics.ts';
import type { Day } from '../../core/day.ts';
import { dimensionNames } from '../../core/send-dimension.ts';
import { aroundDays } from '../../lake/sql/around-days.ts';
import { countSendsSql } from '../../lake/sql/count-sends.ts';
import { questionSql, questions as readyQuestions } from '../../lake/sql/questions.ts';
import { views } from '../../lake/sql/views.ts';

const trino = new TrinoSQL();

function questionBy(dimension: string, basis: CountQuestion['basis']): string {
  const day = '2026-01-01' as never;
  return countSendsSql({
    from: day,
    to: day,
    basis,
    ...(dimension !== '' && { by: { dimension: dimension as never, most: 50, rankedFrom: day } }),
  });
}

const january = { from: '2026-01-01' as Day, to: '2026-01-31' as Day };
const ready = readyQuestions.flatMap((question): [string, string][] => {
  const sql = questionSql(question, { ...question.parameters, ...january });
  return [
    [`the ready question ${question.name}`, sql],
    [`${question.name}, reading the days around`, aroundDays(sql, january)],
  ];
});

const bySends = ['', ...dimensionNames, `metadata:it's "a\\.*" (name)`].flatMap((dimension) =>
  (['sending-day', 'event-day'] as const).map((basis): [string, string] => [
    `sends by ${dimension || 'day'}, ${basis}`,
    questionBy(dimension, basis),
  ]),
);

const questions = [...bySends, ...ready];

describe('the grammar of Trino, which Athena speaks', () => {
  it.each([...views.map(({ name, sql }): [string, string] => [name, sql]), ...questions])(
    'accepts %s',
    (_, sql) => {
      expect(trino.validate(sql)).toEqual([]);
    },
  );

  it('does not accept everything that DuckDB accepts', () => {
    const onlyDuckDb = 'select unit from told qualify row_number() over (partition by unit) = 1';
    expect(trino.validate(onlyDuckDb)).not.toEqual([]);
  });
});

describe('SQL that both engines read differently', () => {
  it.each([
    ['a decimal of which Trino keeps one digit', /\d\.\d/],
    ['a date, or arithmetic with dates', /\b(date|interval|current_date|now\(\))\b/i],
    ['a division that cuts', /\/ (?!nullif)/],
  ])('is not used: %s', (_, pattern) => {
    for (const sql of [...views.map((view) => view.sql), ...questions.map(([, text]) => text)])
      expect(sql.replaceAll(/'[^']*'/g, "''")).not.toMatch(pattern);
  });
});
