import { type Moment, millisOf, momentFromMillis } from './moment.ts';

declare const brand: unique symbol;

/** A day in UTC, such as 2026-01-31. Days sort as strings. */
export type Day = string & { readonly [brand]: 'Day' };

const dayMillis = 86_400_000;

export function dayOf(moment: Moment): Day {
  return moment.slice(0, 10) as Day;
}

/** Undefined when the string is not a day of the calendar. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const millis = millisOf(startOf(text as Day));
  // JavaScript takes the 31st of February for the 3rd of March.
  return millis >= 0 && dayOf(momentFromMillis(millis)) === text ? (text as Day) : undefined;
}

export function addDays(day: Day, days: number): Day {
  return dayOf(momentFromMillis(millisOf(startOf(day)) + days * dayMillis));
}

/** The number of days from `first` to `last`, both included. */
export function dayCount(first: Day, last: Day): number {
  return Math.round((millisOf(startOf(last)) - millisOf(startOf(first))) / dayMillis) + 1;
}

/** All days from `first` to `last`, both included. */
export function daysFrom(first: Day, last: Day): Day[] {
  return Array.from({ length: Math.max(0, dayCount(first, last)) }, (_, index) => addDays(first, index));
}

export function startOf(day: Day): Moment {
  return `${day}T00:00:00.000Z` as Moment;
}
