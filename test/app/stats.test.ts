import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Analytics, CountedSends, CountQuestion, Group } from '../../app/ports/analytics.ts';
import { type StatsQuestion, stats } from '../../app/stats.ts';
import { addDays, type Day } from '../../core/day.ts';
import { addCounts, noCounts, type SendCounts } from '../../core/rates.ts';
import { anyCounts } from '../support/counts.ts';

const today = '2026-11-17' as Day;
const now = () => new Date('2026-11-17T12:00:00Z');

/** Answers with the given sends, and keeps the questions. */
function analyticsOf(counted: readonly CountedSends[]) {
  const questions: CountQuestion[] = [];
  const analytics: Analytics = {
    async countSends(question) {
      questions.push(question);
      const within = counted.filter(({ day }) => day >= question.from && day <= question.to);
      return question.by ? within : within.map(({ day, counts }) => ({ day, counts }));
    },
  };
  return { analytics, questions };
}

async function answerTo(question: StatsQuestion, counted: readonly CountedSends[] = []) {
  const { analytics, questions } = analyticsOf(counted);
  const answered = await stats(question, { analytics, now });
  if (!answered.ok) throw new Error(answered.refusal.detail);
  return { ...answered.value, questions };
}

function sends(sent: number, bounced = 0): SendCounts {
  return { ...noCounts, attempted: sent, sent, bounced };
}

const named = (name: string): Group => ({ type: 'named', name });

describe('statistics', () => {
  it('are of the last 14 days unless the question says otherwise', async () => {
    const { from, to, series } = await answerTo({});
    expect([from, to]).toEqual(['2026-11-04', '2026-11-17']);
    expect(series.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, index) => addDays('2026-11-04' as Day, index)),
    );
  });

  it('show a day without mail as a day of zeros', async () => {
    const { series } = await answerTo({ from: '2026-11-16' }, [{ day: today, counts: sends(10, 1) }]);
    expect(series.map(({ counts }) => counts.sent)).toEqual([0, 10]);
    expect(series.map(({ rates }) => rates?.bounce.share)).toEqual([null, 0.1]);
  });

  it('compare with as many days before, in one question', async () => {
    const { before, total, questions } = await answerTo({ days: 2, compare: true }, [
      { day: '2026-11-13' as Day, counts: sends(1_000) },
      { day: '2026-11-14' as Day, counts: sends(100, 20) },
      { day: today, counts: sends(50, 5) },
    ]);
    expect(questions).toHaveLength(1);
    expect(before).toMatchObject({ from: '2026-11-14', to: '2026-11-15', counts: sends(100, 20) });
    expect(before?.rates?.bounce.share).toBe(0.2);
    expect(total.rates?.bounce).toMatchObject({ share: 0.1, numerator: 5, denominator: 50 });
  });

  it('have no rates by event day, because a bounce and its send can be on different days', async () => {
    const { total, questions } = await answerTo({ basis: 'event-day' }, [
      { day: today, counts: sends(5, 9) },
    ]);
    expect(total).toEqual({ counts: sends(5, 9), rates: null });
    expect(questions[0]?.basis).toBe('event-day');
  });
});

describe('statistics by a dimension', () => {
  it('list the most frequent values first, then the others, then sends for which it is not told', async () => {
    const { by } = await answerTo({ by: 'domain' }, [
      { day: today, group: { type: 'not-told' }, counts: sends(900) },
      { day: today, group: named('a.example'), counts: sends(10) },
      { day: today, group: { type: 'other' }, counts: sends(500) },
      { day: today, group: named('b.example'), counts: sends(20) },
    ]);
    expect(by?.rows.map(({ group }) => ('name' in group ? group.name : group.type))).toEqual([
      'b.example',
      'a.example',
      'other',
      'not-told',
    ]);
  });

  it('have rows that add up to the total', async () => {
    const groups = [named('a'), named('b'), { type: 'other' }, { type: 'not-told' }] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            group: fc.constantFrom<Group>(...groups),
            back: fc.nat(40),
            counts: anyCounts(),
          }),
        ),
        async (told) => {
          const counted = told.map(({ group, back, counts }) => ({
            group,
            counts,
            day: addDays(today, -back),
          }));
          const { by, total, before } = await answerTo({ by: 'stream', compare: true }, counted);
          const rows = by?.rows ?? [];
          const sumOf = (all: readonly SendCounts[]) => all.reduce(addCounts, noCounts);
          expect(sumOf(rows.map(({ figures }) => figures.counts))).toEqual(total.counts);
          expect(sumOf(rows.flatMap(({ series }) => series))).toEqual(total.counts);
          expect(sumOf(rows.map((row) => row.before?.counts ?? noCounts))).toEqual(before?.counts);
        },
      ),
    );
  });

  it('have a total of their own when a send can be in several rows', async () => {
    const { by, questions } = await answerTo({ by: 'tag' }, [
      { day: today, group: named('welcome'), counts: sends(1) },
    ]);
    expect(by?.rowsOverlap).toBe(true);
    expect(questions.map(({ by }) => by?.dimension)).toEqual(['tag', undefined]);
  });

  it('rank values by the days asked about, not by the days compared with', async () => {
    const { questions } = await answerTo({ by: 'metadata:campaign', days: 7, compare: true });
    expect(questions[0]?.by).toEqual({
      dimension: 'metadata:campaign',
      most: 50,
      rankedFrom: '2026-11-11',
    });
    expect(questions[0]?.from).toBe('2026-11-04');
  });
});

describe('a question about statistics', () => {
  it.each([
    [{ days: 0 }, 'days-invalid'],
    [{ days: 401 }, 'days-invalid'],
    [{ days: 1.5 }, 'days-invalid'],
    [{ days: 3, from: '2026-01-01' }, 'days-invalid'],
    [{ from: '2026-02-30' }, 'days-invalid'],
    [{ from: '1970-01-01', to: '1970-01-02' }, 'days-invalid'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'days-invalid'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'days-invalid'],
    [{ by: 'colour' }, 'dimension-unknown'],
    [{ by: 'metadata:' }, 'dimension-unknown'],
  ] as const)('%j is refused: %s', async (question, code) => {
    const { analytics, questions } = analyticsOf([]);
    const answered = await stats(question, { analytics, now });
    expect(answered).toMatchObject({ ok: false, refusal: { code } });
    expect(questions).toEqual([]);
  });
});
