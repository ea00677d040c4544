/**
 * Times that are unambiguous but not in the usual form of ISO 8601: without dashes, colons or seconds, with a comma before the
 * fraction, or with the name of UTC behind its offset. Anything else is returned as it is.
 */
export function usualIso(text: string): string {
  const named = text.replace(/([+-]00:?00) (?:UTC|GMT|\((?:UTC|GMT)\))$/i, '$1');
  const [, year, month, day, hours, minutes, seconds, zone] = basicForm.exec(named) ?? [];
  if (year) return `${year}-${month}-${day}T${hours}:${minutes}:${seconds ?? '00'}${zone}`;
  return named
    .replace(/(\d{2}:\d{2}:\d{2}),(\d{1,9})(?=[\sZ+-]|$)/i, '$1.$2')
    .replace(
      /^(\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2})(?=\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$)/i,
      '$1:00',
    );
}

/** `20260131T120000Z`. The `T` and the zone tell it from a number. */
const basicForm = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}(?::?\d{2})?)$/i;
