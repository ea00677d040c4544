declare const brand: unique symbol;

/** ISO 8601, UTC, milliseconds: all of one length, so that they sort as strings. */
export type Moment = string & { readonly [brand]: 'Moment' };

const lastMillisecond = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function momentFromMillis(millis: number): Moment {
  // Outside these years the ISO form grows a sign, and no longer sorts.
  if (!(millis >= 0 && millis <= lastMillisecond))
    throw new Error('expected a time between the years 1970 and 9999');
  return new Date(millis).toISOString() as Moment;
}

/** Reads what providers call ISO 8601: up to nine fractional digits, an offset, or a blank before it. */
export function momentFromText(text: string): Moment {
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    text.trim(),
  );
  if (!parts) throw new Error('expected an ISO 8601 time');
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  // Without a zone we read UTC: a time that depended on where the code runs would change the event's identity.
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return momentFromMillis(Date.parse(`${day}T${time}${fraction.slice(0, 4)}${offset}`));
}

/** For providers that write either: digits are an epoch, everything else is ISO 8601. */
export function momentFromEither(text: string): Moment {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? momentFromEpoch(Number(text)) : momentFromText(text);
}

/** Seconds since 1970, or milliseconds: the two meet in 1973, and no event of this field is that old. */
export function momentFromEpoch(value: number): Moment {
  return momentFromMillis(value > 1e11 ? value : Math.floor(value * 1000));
}
