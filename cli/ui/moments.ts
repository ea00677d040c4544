import { givenTime } from '../../app/given.ts';
import { exitCodes, Problem } from '../problem.ts';

const millisPerUnit: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time relative to now: -10m, +2h. Undefined for anything else. */
function relativeMoment(text: string, now: Date): Date | undefined {
  const [, sign, amount, unit = ''] = /^([+-])(\d+)([smhd])$/.exec(text) ?? [];
  if (!sign) return undefined;
  const moment = new Date(now.getTime() + Number(`${sign}${amount}`) * (millisPerUnit[unit] ?? 0));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The form that use cases read, also for times relative to now and for times as they are shown here. */
export function isoText(text: string, now: Date): string {
  return relativeMoment(text, now)?.toISOString() ?? text.trim().replace(/ UTC$/i, 'Z');
}

/** Takes an ISO 8601 time, UTC without an offset, or a time relative to now. */
export function parseMoment(text: string, now: Date): Date {
  const moment = givenTime(isoText(text, now));
  if (moment.ok) return new Date(moment.value);
  throw new Problem(`expected a time such as 2026-01-31T12:00:00Z or -10m, found "${text}"`, exitCodes.usage);
}

/** `2026-01-31 12:00:00 UTC`. All times that the command line shows have this form. */
export function showMoment(moment: string | Date, precision: 'seconds' | 'milliseconds' = 'seconds'): string {
  const [day, time = ''] = new Date(moment).toISOString().split('T');
  return `${day} ${time.slice(0, precision === 'seconds' ? 8 : 12)} UTC`;
}

/** `12:00:00`, for a column whose heading says that it is UTC. */
export function showTime(moment: Date): string {
  return moment.toISOString().slice(11, 19);
}
