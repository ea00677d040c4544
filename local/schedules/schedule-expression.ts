import { readCron } from './cron.ts';
import { InvalidSchedule } from './invalid-schedule.ts';
import { type Clock, clockIn } from './time-zone.ts';

/** Says whether a schedule is due in the minute that begins at this moment. */
export type IsDue = (minute: Date) => boolean;

const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/**
 * Reads `rate(1 hour)`, `cron(0 * * * ? *)` or `at(2026-01-31T12:00:00)`.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function readSchedule(expression: string, startedAt: Date, timeZone = 'UTC'): IsDue {
  const [, kind = '', argument = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  const clock = readTimeZone(timeZone);
  switch (kind) {
    case 'rate':
      return readRate(argument, startedAt);
    case 'cron': {
      const isDue = readCron(argument);
      return (minute) => isDue(clock(minute));
    }
    case 'at':
      return readAt(argument, clock);
    default:
      throw new InvalidSchedule(`expected rate(…), cron(…) or at(…), found "${expression}"`);
  }
}

function readTimeZone(name: string): Clock {
  try {
    return clockIn(name);
  } catch {
    throw new InvalidSchedule(`expected a time zone such as Europe/Berlin, found "${name}"`);
  }
}

/** Counted from the start. A new schedule on AWS runs at once, which would disturb every start of a local stack. */
function readRate(text: string, startedAt: Date): IsDue {
  const [, count = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(text.trim()) ?? [];
  const interval = Number(count) * (minutesOf[unit] ?? 0);
  if (interval < 1)
    throw new InvalidSchedule(`expected rate(N minutes), hours or days, found "rate(${text})"`);
  return (minute) => {
    const passed = minuteNumber(minute) - minuteNumber(startedAt);
    return passed > 0 && passed % interval === 0;
  };
}

function readAt(text: string, clock: Clock): IsDue {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) {
    throw new InvalidSchedule(`expected at(yyyy-mm-ddThh:mm:ss), found "at(${text})"`);
  }
  return (minute) => {
    const { year, month, day, hour, minute: minutes } = clock(minute);
    const two = (number: number) => String(number).padStart(2, '0');
    return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minutes)}` === text.slice(0, 16);
  };
}

function minuteNumber(moment: Date): number {
  return Math.floor(moment.getTime() / 60_000);
}
