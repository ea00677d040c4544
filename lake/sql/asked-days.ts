import { addDays, type Day, dayOf } from '../../core/day.ts';
import { momentFromMillis } from '../../core/moment.ts';

/**
 * The days that a question can see, counted from today. Athena computes them, and asks S3 for a list of each that a question does not
 * exclude, so they have to end somewhere. An event is at most a day ahead of its receipt.
 */
export const askedDays = { before: 3_653, after: 2 } as const;

/** Whether events of the day are in any answer. */
export function isAsked(day: Day, now: Date): boolean {
  const today = dayOf(momentFromMillis(now.getTime()));
  return day >= addDays(today, -askedDays.before) && day <= addDays(today, askedDays.after);
}
