/** Functions of Trino that DuckDB has under other names. */
export const trinoFunctions: readonly string[] = [
  'create macro bitwise_or_agg(value) as bit_or(value)',
  'create macro bitwise_and(one, other) as one & other',
];
