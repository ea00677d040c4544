/**
 * A lookup table by the provider's event type. It is a map, because the type comes from a request, and an object would
 * also have an entry for `constructor`.
 */
export function tableOf<Row>(rows: Readonly<Record<string, Row>>): ReadonlyMap<string, Row> {
  return new Map(Object.entries(rows));
}
