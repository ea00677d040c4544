import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../local/schedules/schedule.ts';
import { readSchedule } from '../../local/schedules/schedule-expression.ts';
import { startTicker } from '../../local/schedules/ticker.ts';

const start = new Date('2026-01-01T00:00:20Z');
const isDue = (expression: string, minute: string, timeZone?: string) =>
  readSchedule(expression, start, timeZone)(new Date(minute));

/** The minutes of a day, of all days from one date to another, in which a schedule is due. */
function dueBetween(expression: string, from: string, to: string, timeZone?: string): string[] {
  const due = readSchedule(expression, start, timeZone);
  const end = Date.parse(to);
  const found: string[] = [];
  for (let minute = Date.parse(from); minute < end; minute += 60_000) {
    if (due(new Date(minute))) found.push(new Date(minute).toISOString().slice(0, 16));
  }
  return found;
}

describe('a rate', () => {
  it.each([
    ['rate(1 minute)', 24 * 60 - 1],
    ['rate(5 minutes)', 24 * 12 - 1],
    ['rate(1 hour)', 23],
    ['rate(2 days)', 0],
  ])('%s is due %i times in the first day, and not at the start', (expression, times) => {
    expect(dueBetween(expression, '2026-01-01T00:00Z', '2026-01-02T00:00Z')).toHaveLength(times);
  });

  it('counts from the start, not from the full hour', () => {
    expect(dueBetween('rate(1 hour)', '2026-01-01T00:00Z', '2026-01-01T02:30Z')).toEqual([
      '2026-01-01T01:00',
      '2026-01-01T02:00',
    ]);
  });
});

describe('a cron expression', () => {
  it.each([
    ['cron(0 10 * * ? *)', '2026-03-14T10:00Z', '2026-03-14T10:01Z'],
    ['cron(15 12 * * ? *)', '2026-03-14T12:15Z', '2026-03-14T13:15Z'],
    ['cron(0 18 ? * MON-FRI *)', '2026-11-16T18:00Z', '2026-11-15T18:00Z'],
    ['cron(0 8 1 * ? *)', '2026-11-01T08:00Z', '2026-11-02T08:00Z'],
    ['cron(0/10 * ? * MON-FRI *)', '2026-11-16T07:20Z', '2026-11-16T07:25Z'],
    ['cron(0/5 8-17 ? * 2-6 *)', '2026-11-16T17:55Z', '2026-11-16T18:00Z'],
    ['cron(0 9 ? * 2#1 *)', '2026-11-02T09:00Z', '2026-11-09T09:00Z'],
    ['cron(0 9 ? * MON#1 *)', '2026-09-07T09:00Z', '2026-09-14T09:00Z'],
    ['cron(0 9 L * ? *)', '2028-02-29T09:00Z', '2028-02-28T09:00Z'],
    ['cron(0 9 ? * FRIL *)', '2026-11-27T09:00Z', '2026-11-20T09:00Z'],
    ['cron(0 9 15W * ? *)', '2026-11-16T09:00Z', '2026-11-15T09:00Z'],
    ['cron(0 9 1W * ? *)', '2026-08-03T09:00Z', '2026-08-01T09:00Z'],
    ['cron(0 0 1 JAN,jul ? 2026-2028)', '2027-07-01T00:00Z', '2029-07-01T00:00Z'],
    ['cron(7,37 * * * ? *)', '2026-11-16T09:37Z', '2026-11-16T09:30Z'],
  ])('%s is due at %s and not at %s', (expression, due, notDue) => {
    expect([isDue(expression, due), isDue(expression, notDue)]).toEqual([true, false]);
  });

  it('follows the clocks of its time zone', () => {
    const inBerlin = dueBetween(
      'cron(30 9 * * ? *)',
      '2026-03-28T00:00Z',
      '2026-03-30T00:00Z',
      'Europe/Berlin',
    );
    expect(inBerlin).toEqual(['2026-03-28T08:30', '2026-03-29T07:30']);
  });

  it('is due in exactly the minutes that its fields list', () => {
    const numbers = (most: number) =>
      fc.uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(numbers(59), numbers(23), (minutes, hours) => {
        const found = dueBetween(
          `cron(${minutes} ${hours} * * ? *)`,
          '2026-05-05T00:00Z',
          '2026-05-06T00:00Z',
        );
        expect(found).toHaveLength(minutes.length * hours.length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a single time', () => {
  it('is due once, in its time zone', () => {
    const found = dueBetween(
      'at(2026-01-02T09:30:00)',
      '2026-01-01T00:00Z',
      '2026-01-04T00:00Z',
      'Asia/Tokyo',
    );
    expect(found).toEqual(['2026-01-02T00:30']);
  });
});

describe('an expression that AWS would refuse', () => {
  it.each([
    ['hourly', 'expected rate(…), cron(…) or at(…), found "hourly"'],
    ['rate(0 hours)', 'expected rate(N minutes), hours or days'],
    ['rate(1 week)', 'expected rate(N minutes), hours or days'],
    ['cron(0 10 * * *)', 'expected six fields in cron(…), found 5'],
    ['cron(0 10 * * * *)', 'expected either the day of month or the day of week to be ?'],
    ['cron(60 10 * * ? *)', 'expected the minutes in cron(…) to be from 0 to 59, found "60"'],
    ['cron(0 9-5 * * ? *)', 'expected the hours in cron(…) to be from 0 to 23, found "9-5"'],
    ['cron(0 9 ? * MOO *)', 'expected the day of week in cron(…) to be from 1 to 7, found "MOO"'],
    ['at(tomorrow)', 'expected at(yyyy-mm-ddThh:mm:ss), found "at(tomorrow)"'],
  ])('%s is refused with a reason', (expression, message) => {
    expect(() => readSchedule(expression, start)).toThrow(message);
  });

  it('names the time zone that does not exist', () => {
    expect(() => readSchedule('rate(1 hour)', start, 'Moon/Crater')).toThrow('found "Moon/Crater"');
  });
});

describe('the clock', () => {
  const aSchedule = (expression: string, enabled = true) => {
    const fired: string[] = [];
    const schedule: Schedule = {
      settings: {
        name: expression,
        arn: expression,
        enabled,
        isDue: readSchedule(expression, start),
        input: undefined,
        target: { arn: '', mostRetries: 0, mostAgeSeconds: 0 },
      },
      fire: (scheduledAt) => fired.push(scheduledAt.toISOString().slice(11, 16)),
      run: async () => ({ ok: true, response: null }),
    };
    return { schedule, fired };
  };

  it('fires each schedule when it is due, and after a pause once for all that was missed', () => {
    let now = start.getTime();
    const [hourly, often, off] = [
      aSchedule('cron(0 * * * ? *)'),
      aSchedule('rate(20 minutes)'),
      aSchedule('rate(1 minute)', false),
    ];
    const ticker = startTicker([hourly.schedule, often.schedule, off.schedule], () => now);
    for (let minute = 0; minute < 60; minute += 1) {
      now += 60_000;
      ticker.look();
      ticker.look();
    }
    expect([hourly.fired, often.fired, off.fired]).toEqual([['01:00'], ['00:20', '00:40', '01:00'], []]);
    now += 3 * 3_600_000;
    ticker.look();
    expect([hourly.fired.slice(1), often.fired.slice(3)]).toEqual([['02:00'], ['01:20']]);
    ticker.stop();
  });
});
