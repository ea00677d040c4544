/** Why a query failed, in Athena's words. */
export type QueryFailure = { readonly reason: string; readonly isOurs: boolean };

const known: readonly [RegExp, (found: string, place: string, database: string) => string][] = [
  [
    /Table with name (\S+) does not exist/,
    (name, place, database) =>
      `TABLE_NOT_FOUND: ${place}: Table 'awsdatacatalog.${database}.${name}' does not exist`,
  ],
  [
    /(?:Schema with name|Catalog) "?([^"\s]+)"? does not exist/,
    (name, place) => `SCHEMA_NOT_FOUND: ${place}: Schema '${name}' does not exist`,
  ],
  [
    /Referenced column "([^"]+)" not found/,
    (name, place) =>
      `COLUMN_NOT_FOUND: ${place}: Column '${name}' cannot be resolved or requester is not authorized to access requested resources`,
  ],
  [
    /Function with name (\S+) does not exist/,
    (name, place) =>
      `FUNCTION_NOT_FOUND: ${place}: Function '${name}' not registered; the local stack does not know every function of Athena`,
  ],
  [
    // Both engines have it, each with other arguments.
    /(?:Macro (\w+)\(\) does not support|No function matches the given name and argument types '(\w+)\()/,
    (name, place) =>
      `NOT_SUPPORTED: ${place}: the local stack does not know ${name} with these arguments; Athena may`,
  ],
  [/^Conversion Error: ([^\n]*)/, (reason) => `INVALID_CAST_ARGUMENT: ${reason}`],
  [/^Out of Range Error: ([^\n]*)/, (reason) => `NUMERIC_VALUE_OUT_OF_RANGE: ${reason}`],
  [/^(?:Binder|Parser) Error: ([^\n]*)/, (reason, place) => `SYNTAX_ERROR: ${place}: ${reason}`],
];

export function toQueryFailure(error: Error, database: string): QueryFailure {
  const place = placeIn(error.message);
  for (const [pattern, describe] of known) {
    const found = pattern
      .exec(error.message)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (found !== undefined) return { reason: describe(found, place, database), isOurs: false };
  }
  return { reason: `GENERIC_INTERNAL_ERROR: ${error.message.split('\n')[0]}`, isOurs: true };
}

/** DuckDB repeats the line, with a caret below the place. */
function placeIn(message: string): string {
  const [, line, caret] = /LINE (\d+): [^\n]*\n( *)\^/.exec(message) ?? [];
  if (line === undefined || caret === undefined) return 'line 1:1';
  return `line ${line}:${Math.max(1, caret.length - `LINE ${line}: `.length + 1)}`;
}
