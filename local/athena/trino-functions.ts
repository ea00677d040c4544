/**
 * Functions of Trino that DuckDB has under another name, or not at all. Not bridged: lambdas other than in `filter`, Joda
 * formats (`format_datetime`), and `date_add`, which gives a timestamp in DuckDB. Other differences that a query has to avoid:
 * a division by zero is NULL here and an error there, unless both numbers stand in the query; decimals are divided as doubles; a date minus an interval is a
 * timestamp here.
 */
export const trinoFunctions: readonly string[] = [
  'approx_distinct(x) AS approx_count_distinct(x)',
  'approx_percentile(x, p) AS approx_quantile(x, p)',
  'array_join(x, separator) AS array_to_string(x, separator)',
  'bitwise_and(x, y) AS x & y',
  'bitwise_or_agg(x) AS bit_or(x)',
  'cardinality(x) AS len(x)',
  // MySQL's letters: %M is the month, %i the minute, %s the second.
  "date_format(x, format) AS strftime(x, replace(replace(replace(format, '%M', '%B'), '%i', '%M'), '%s', '%S'))",
  'day_of_week(x) AS isodow(x)',
  'element_at(x, key) AS x[key]',
  'from_iso8601_date(x) AS CAST(x AS DATE)',
  'from_iso8601_timestamp(x) AS CAST(x AS TIMESTAMPTZ)',
  'from_unixtime(x) AS make_timestamp(CAST(x * 1000000 AS BIGINT))',
  'json_extract_scalar(x, path) AS json_extract_string(x, path)',
  'map_agg(k, v) AS map_from_entries(list(struct_pack(k := k, v := v)))',
  'regexp_like(x, pattern) AS regexp_matches(x, pattern)',
  'sequence(first, last) AS generate_series(first, last)',
  'slice(x, first, count) AS list_slice(x, first, first + count - 1)',
  'to_unixtime(x) AS epoch(x)',
  "url_extract_host(x) AS regexp_extract(x, '^[a-zA-Z]+://([^/:?#]+)', 1)",
];
