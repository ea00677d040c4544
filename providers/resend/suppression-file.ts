import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';
import { tableOf } from '../table.ts';

/** The answer of `GET /suppressions`. The list holds for the whole team. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'suppressions',
    columns: ['email', 'origin', 'created_at'],
    mayHave: ['object', 'id', 'source_id'],
    listedUnder: 'data',
    hasMore: (document) => document['hasmore'] === true,
    read: (fields) => [rowOf(fields)],
  },
];

const causes = tableOf<Cause>({ bounce: 'hard_bounce', complaint: 'complaint', manual: 'manual' });

function rowOf(fields: Fields): ListedRow {
  const origin = cellIn(fields, 'origin') ?? '';
  const time = cellIn(fields, 'created_at');
  return {
    address: cellIn(fields, 'email'),
    cause: causes.get(origin),
    causeWord: origin,
    scope: allScopes,
    ...(time !== undefined && { since: momentFromAny(time) }),
    message: cellIn(fields, 'source_id'),
  };
}
