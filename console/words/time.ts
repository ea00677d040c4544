import { zone } from '../state/preferences.ts';
import { duration } from './text.ts';

type Form = 'full' | 'short' | 'day' | 'clock';

const forms: Record<Form, Intl.DateTimeFormatOptions> = {
  full: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** In the time zone that the reader chose: their own, or UTC. */
export function momentText(moment: string, form: Form): string {
  const key = `${form} ${zone.value}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      ...forms[form],
      hourCycle: 'h23',
      ...(zone.value === 'utc' && { timeZone: 'UTC' }),
    });
    formatters.set(key, formatter);
  }
  const text = formatter.format(new Date(moment));
  return zone.value === 'utc' && form !== 'day' ? `${text} UTC` : text;
}

/** `2026-11-16 10:28:35.000 UTC`. */
export function utcText(moment: string): string {
  return `${new Date(moment).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** `18 min ago`, `in 2 h`. */
export function agoText(moment: string, now = Date.now()): string {
  const millis = now - Date.parse(moment);
  if (Math.abs(millis) < 10_000) return 'just now';
  return millis < 0 ? `in ${duration(millis)}` : `${duration(millis)} ago`;
}
