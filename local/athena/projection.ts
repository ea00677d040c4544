import { CannotStart } from '../cannot-start.ts';

/** Says whether a query sees the partition with this value. */
export type IsProjected = (value: string, now: Date) => boolean;

/**
 * Partitions that Athena computes instead of looking them up. What lies outside of their range is invisible.
 * https://docs.aws.amazon.com/athena/latest/ug/partition-projection-supported-types.html
 */
export function readProjection(
  table: string,
  column: string,
  parameters: Readonly<Record<string, string>>,
): IsProjected {
  const setting = (name: string) => parameters[`projection.${column}.${name}`];
  const range = (setting('range') ?? '').split(',').map((part) => part.trim());
  const [first = '', last = ''] = range;
  const invalid = (reason: string) => new CannotStart(`${table}: projection.${column}.${reason}`);
  switch (setting('type')) {
    case 'injected':
      return () => true;
    case 'enum': {
      const values = (setting('values') ?? '').split(',').map((value) => value.trim());
      return (value) => values.includes(value);
    }
    case 'integer':
      if (range.length !== 2) throw invalid('range: expected two numbers');
      return (value) => Number(value) >= Number(first) && Number(value) <= Number(last);
    case 'date':
      if (setting('format') !== 'yyyy-MM-dd') throw invalid('format: the local stack knows only yyyy-MM-dd');
      if (range.length !== 2) throw invalid('range: expected two dates');
      for (const bound of range)
        if (!dayOf(bound, new Date(0))) throw invalid(`range: "${bound}" is not a date`);
      return (value, now) => value >= (dayOf(first, now) ?? '') && value <= (dayOf(last, now) ?? '');
    default:
      throw invalid(`type: expected date, enum, integer or injected, found ${setting('type')}`);
  }
}

/** `2026-01-31`, `NOW`, `NOW-3YEARS`, `NOW+1DAY`. */
function dayOf(text: string, now: Date): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const [, sign, count = '0', unit = 'DAY'] =
    /^NOW(?:\s*([+-])\s*(\d+)\s*(YEAR|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND)S?)?$/.exec(text) ?? ['', 'none'];
  if (sign === 'none') return undefined;
  const amount = Number(count) * (sign === '-' ? -1 : 1);
  const moment = new Date(now);
  if (unit === 'YEAR') moment.setUTCFullYear(moment.getUTCFullYear() + amount);
  else if (unit === 'MONTH') moment.setUTCMonth(moment.getUTCMonth() + amount);
  else moment.setTime(moment.getTime() + amount * (secondsOf[unit] ?? 0) * 1_000);
  return moment.toISOString().slice(0, 10);
}

const secondsOf: Readonly<Record<string, number>> = {
  WEEK: 7 * 86_400,
  DAY: 86_400,
  HOUR: 3_600,
  MINUTE: 60,
  SECOND: 1,
};
