import { InvalidSchedule } from './invalid-schedule.ts';
import { daysInMonth, type WallTime, weekdayOf } from './time-zone.ts';

type Matches = (time: WallTime) => boolean;

type Field = {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names that stand for numbers, in order, beginning with the least. */
  readonly names?: readonly string[];
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const fields = {
  minute: { name: 'minutes', least: 0, most: 59 },
  hour: { name: 'hours', least: 0, most: 23 },
  day: { name: 'day of month', least: 1, most: 31 },
  month: { name: 'month', least: 1, most: 12, names: months },
  weekday: { name: 'day of week', least: 1, most: 7, names: weekdays },
  year: { name: 'year', least: 1970, most: 2199 },
} satisfies Record<string, Field>;

/** Six fields, as AWS writes them: `minutes hours day-of-month month day-of-week year`. */
export function readCron(text: string): Matches {
  const parts = text.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = parts;
  if (parts.length !== 6) {
    throw new InvalidSchedule(`expected six fields in cron(…), found ${parts.length} in "cron(${text})"`);
  }
  if ((day === '?') === (weekday === '?')) {
    throw new InvalidSchedule(
      `expected either the day of month or the day of week to be ?, found "cron(${text})"`,
    );
  }
  const tests: Matches[] = [
    readField(fields.minute, minute, ({ minute: value }) => value),
    readField(fields.hour, hour, ({ hour: value }) => value),
    readField(fields.month, month, ({ month: value }) => value),
    readField(fields.year, year, ({ year: value }) => value),
    ...(day === '?' ? [] : [readDay(day)]),
    ...(weekday === '?' ? [] : [readWeekday(weekday)]),
  ];
  return (time) => tests.every((matches) => matches(time));
}

/** `*`, `5`, `5-9`, `0/15`, `MON-FRI`, and lists of them. */
function readField(field: Field, text: string, pick: (time: WallTime) => number): Matches {
  const allowed = new Set(text.split(',').flatMap((part) => readRange(field, part)));
  return (time) => allowed.has(pick(time));
}

function readRange(field: Field, text: string): number[] {
  const [, from = '', to, step] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(text) ?? [];
  const first = from === '*' ? field.least : readNumber(field, from);
  const openEnd = from === '*' || step !== undefined ? field.most : first;
  const last = to === undefined ? openEnd : readNumber(field, to);
  const every = Number(step ?? 1);
  if (first > last || every < 1) throw wrong(field, text);
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);
}

function readNumber(field: Field, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const number = named >= 0 ? named + field.least : Number(text);
  const isKnown = named >= 0 || /^\d+$/.test(text);
  if (!isKnown || number < field.least || number > field.most) throw wrong(field, text);
  return number;
}

/** Besides numbers: `L` for the last day, `15W` for the weekday nearest to the 15th. */
function readDay(text: string): Matches {
  const tests = text.split(',').map((part): Matches => {
    if (part === 'L') return ({ year, month, day }) => day === daysInMonth(year, month);
    const [, nearest] = /^(\d+)W$/.exec(part) ?? [];
    if (nearest === undefined) return readField(fields.day, part, ({ day }) => day);
    const wanted = readNumber(fields.day, nearest);
    return ({ year, month, day }) => day === nearestWorkday(year, month, wanted);
  });
  return (time) => tests.some((matches) => matches(time));
}

/** Never in another month. */
function nearestWorkday(year: number, month: number, wanted: number): number {
  const day = Math.min(wanted, daysInMonth(year, month));
  switch (weekdayOf(year, month, day)) {
    case 7:
      return day > 1 ? day - 1 : day + 2;
    case 1:
      return day < daysInMonth(year, month) ? day + 1 : day - 2;
    default:
      return day;
  }
}

/** Besides numbers: `FRI#2` for the second Friday, `5L` for the last Thursday, `L` for Saturday. */
function readWeekday(text: string): Matches {
  const tests = text.split(',').map((part): Matches => {
    const [, name = '', nth] = /^(\w+)#([1-5])$/.exec(part) ?? [];
    if (nth !== undefined) {
      const wanted = readNumber(fields.weekday, name);
      return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === Number(nth);
    }
    const [, last] = /^(\w+)L$/.exec(part) ?? [];
    if (last !== undefined) {
      const wanted = readNumber(fields.weekday, last);
      return ({ year, month, day, weekday }) => weekday === wanted && day > daysInMonth(year, month) - 7;
    }
    return readField(fields.weekday, part === 'L' ? '7' : part, ({ weekday }) => weekday);
  });
  return (time) => tests.some((matches) => matches(time));
}

function wrong({ name, least, most }: Field, text: string): InvalidSchedule {
  return new InvalidSchedule(
    `expected the ${name} in cron(…) to be from ${least} to ${most}, found "${text}"`,
  );
}
