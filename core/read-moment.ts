import { type Moment, momentFromEpoch, momentFromText } from './moment.ts';

/**
 * Reads a time in any form that providers use, or might use next year: seconds, milliseconds, microseconds or nanoseconds since
 * 1970, the variants of ISO 8601, only a date, or the form of a mail header. Undefined when it is none of them.
 */
export function readMoment(text: string): Moment | undefined {
  try {
    const trimmed = text.trim();
    if (/^\d+(\.\d+)?$/.test(trimmed)) return momentFromNumber(Number(trimmed));
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

/**
 * Below 1e8 it is a time before 1973, when there was no such mail: a code or a count, in a place where a time should be. Above 1e14,
 * milliseconds would be after the year 5138, and so would microseconds above 1e17.
 */
function momentFromNumber(epoch: number): Moment | undefined {
  if (epoch < 1e8) return undefined;
  if (epoch > 1e17) return momentFromEpoch(epoch / 1e6);
  return momentFromEpoch(epoch > 1e14 ? epoch / 1e3 : epoch);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `Thu, 01 Jan 2026 00:00:00 +0000`, as in a mail header. */
const headerForm =
  /^(?:[a-z]{3}, *)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2})(:\d{2})? *(gmt|utc?|z|[+-]\d{4})$/i;

function isoFrom(text: string): string {
  const [, day = '', name = '', year, time, seconds = ':00', zone = ''] = headerForm.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (month > 0) {
    const offset = /^[+-]/.test(zone) ? zone : 'Z';
    return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${seconds}${offset}`;
  }
  const dashed = text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
  return /^\d{4}-\d{2}-\d{2}$/.test(dashed) ? `${dashed}T00:00:00Z` : dashed;
}
