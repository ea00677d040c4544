import { type Moment, millisOf, momentFromEpoch, momentFromText } from './moment.ts';
import { usualIso } from './usual-iso.ts';

/**
 * Reads a time in any form that providers use, or might use next year: seconds, milliseconds, microseconds or nanoseconds since
 * 1970, the variants of ISO 8601, only a date, or the form of a mail header. Undefined when it is none of them.
 */
export function readMoment(text: string): Moment | undefined {
  try {
    const trimmed = text.trim();
    if (numberForm.test(trimmed)) return momentFromNumber(Number(trimmed));
    return momentFromText(isoFrom(trimmed));
  } catch {
    return undefined;
  }
}

/** For files: a row whose time cannot be read is not read at all. */
export function momentFromAny(text: string): Moment {
  const moment = readMoment(text);
  if (!moment) throw new Error('expected a time such as 2026-01-31T12:00:00Z');
  return moment;
}

const numberForm = /^\d+(\.\d+)?(e\+?\d+)?$/i;
const firstMillis = millisOf(momentFromText('2000-01-01T00:00:00Z'));
const lastMillis = millisOf(momentFromText('9999-12-31T23:59:59.999Z'));

/** Below 1e8 it is a time before 1973, when there was no such mail: a code or a count, in a place where a time should be. */
function momentFromNumber(epoch: number): Moment | undefined {
  if (epoch < 1e8 || isLateNumber(epoch)) return undefined;
  return momentFromEpoch(epoch > 1e11 ? millisFrom(epoch) : epoch);
}

/** Above 1e14, milliseconds would be after the year 5138, and so would microseconds above 1e17. */
function millisFrom(epoch: number): number {
  if (epoch > 1e17) return epoch / 1e6;
  return epoch > 1e14 ? epoch / 1e3 : epoch;
}

/** In a smaller unit it would be a time before 2000, so it is one after the year 5138 in a larger unit. */
function isLateNumber(epoch: number): boolean {
  const millis = millisFrom(epoch);
  return epoch > 1e11 && (millis < firstMillis || millis > lastMillis);
}

/** The year has more than four digits. */
const lateForms = [/^\+?0?[1-9]\d{4,}[-/]\d{2}[-/]\d{2}/, /^(?:[a-z]{3}, *)?\d{1,2} [a-z]{3} [1-9]\d{4,}\b/i];

/** Whether a string is a time after the last one that can be stored. To take it for missing would be to believe it. */
export function isBeyondMoments(text: string): boolean {
  const trimmed = text.trim();
  if (numberForm.test(trimmed)) return isLateNumber(Number(trimmed));
  // The last day of the year 9999 is over where the zone is behind UTC.
  const isOver = isoFrom(trimmed).startsWith('9999-12-31') && readMoment(trimmed) === undefined;
  return isOver || lateForms.some((form) => form.test(trimmed));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `Thu, 01 Jan 2026 00:00:00 +0000`, as in a mail header. */
const headerForm =
  /^(?:[a-z]{3}, *)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2})(:\d{2})? *(gmt|utc?|z|[+-]\d{4})$/i;

function isoFrom(given: string): string {
  const text = usualIso(given);
  const [, day = '', name = '', year, time, seconds = ':00', zone = ''] = headerForm.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (month > 0) {
    const offset = /^[+-]/.test(zone) ? zone : 'Z';
    return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${seconds}${offset}`;
  }
  const dashed = text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
  return /^\d{4}-\d{2}-\d{2}$/.test(dashed) ? `${dashed}T00:00:00Z` : dashed;
}
