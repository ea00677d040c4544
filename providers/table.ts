/**
 * A table by the provider's words. A word comes from a request, and an object would also answer to `constructor`; a map
 * has what was written here, and nothing else.
 */
export function tableOf<Row>(rows: Readonly<Record<string, Row>>): ReadonlyMap<string, Row> {
  return new Map(Object.entries(rows));
}
