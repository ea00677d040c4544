declare const brand: unique symbol;

/** ISO 8601 in UTC with milliseconds. All have the same length, so they sort as strings. */
export type Moment = string & { readonly [brand]: 'Moment' };

const lastMillisecond = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function momentFromMillis(millis: number): Moment {
  // After the year 9999 the ISO form begins with a sign and no longer sorts.
  if (!(millis >= 0 && millis <= lastMillisecond))
    throw new Error('expected a time between the years 1970 and 9999');
  return new Date(millis).toISOString() as Moment;
}

/** Stands for the time of an event that tells none. Normalizing has to give the same event each time, so it is not our clock. */
export const unknownTime: Moment = momentFromMillis(0);

export function millisOf(moment: Moment): number {
  return Date.parse(moment);
}

/** Reads the ISO 8601 variants of the providers: up to nine fractional digits, an offset, a space instead of T. */
export function momentFromText(text: string): Moment {
  const parts =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text.trim(),
    );
  if (!parts) throw new Error('expected an ISO 8601 time');
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  // Without a zone the time is UTC: the local zone of the machine would change the identity of the event.
  return momentFromMillis(Date.parse(`${day}T${time}${fraction.slice(0, 4)}${offsetOf(zone)}`));
}

/** A moment that was stored as a string. Checked by its form alone, which takes a fifth of the time of parsing it. */
export function storedMoment(text: string): Moment {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))
    throw new Error('expected a time in ISO 8601 with milliseconds and Z');
  return text as Moment;
}

/** As ISO 8601 has it: `+02:00` for `+0200` and `+02`, `Z` for a name of UTC. */
function offsetOf(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}

/** In the form of mail headers, in UTC: `Mon, 06 May 2024 18:11:58 UTC`. */
export function mailDateOf(moment: Moment): string {
  return new Date(moment).toUTCString().replace('GMT', 'UTC');
}

/** Seconds or milliseconds since 1970. Above 1e11 they are milliseconds: a date after 1973, and in seconds after 5138. */
export function momentFromEpoch(value: number): Moment {
  return momentFromMillis(value > 1e11 ? value : Math.floor(value * 1000));
}
