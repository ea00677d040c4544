import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import { isObject, objectIn, stringOf } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';

/** The answers of `GET /v1/suppressions/{list}`. Nobody has documented the columns of the files of the dashboard. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  listFormat('hard bounces', 'hard_bounce', ['id', 'reason', 'created_at', 'recipient']),
  listFormat('spam complaints', 'complaint', ['id', 'created_at', 'recipient']),
  listFormat('unsubscribes', 'unsubscribe', ['id', 'readable_reason', 'created_at', 'recipient'], ['reason']),
  // After five soft bounces in 30 days, for 72 hours.
  listFormat('on-hold list', 'soft_bounce', ['id', 'created_at', 'on_hold_until', 'email', 'recipient']),
  {
    ...listFormat('blocklist', 'manual', ['id', 'type', 'pattern', 'created_at'], ['domain']),
    read: (fields) => [blockedRow(fields)],
  },
];

function listFormat(
  list: string,
  cause: Cause,
  columns: readonly string[],
  mayHave: readonly string[] = [],
): SuppressionFormat {
  return {
    list,
    columns,
    mayHave: ['updated_at', ...mayHave],
    cause,
    listedUnder: 'data',
    hasMore: ({ links }) => isObject(links) && stringOf(links['next']) !== undefined,
    read: (fields) => [rowOf(fields, cause)],
  };
}

function rowOf(fields: Fields, cause: Cause): ListedRow {
  const until = cellIn(fields, 'on_hold_until');
  return {
    address: stringOf(objectIn(fields, 'recipient')['email']) ?? cellIn(fields, 'email'),
    cause,
    scope: allScopes,
    ...sinceIn(fields),
    ...(until !== undefined && { until: momentFromAny(until) }),
    diagnostic: cellIn(fields, 'readable_reason') ?? cellIn(fields, 'reason'),
  };
}

function blockedRow(fields: Fields): ListedRow {
  if (cellIn(fields, 'type') !== 'exact') return { leftOut: 'patterns, which are not addresses' };
  return { address: cellIn(fields, 'pattern'), cause: 'manual', scope: allScopes, ...sinceIn(fields) };
}

function sinceIn(fields: Fields) {
  const created = cellIn(fields, 'created_at');
  return created === undefined ? {} : { since: momentFromAny(created) };
}
