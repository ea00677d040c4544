import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';
import { tableOf } from '../table.ts';

/** `rejects.csv`, also in the zip file of an export, and the answer of `/rejects/list`. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'rejection denylist',
    columns: ['email', 'reason', 'detail', 'created_at', 'expires_at', 'last_event_at'],
    mayHave: ['subaccount', 'expired', 'sender'],
    read: (fields) => [rowOf(fields)],
  },
];

const causes = tableOf<Cause>({
  'hard-bounce': 'hard_bounce',
  'soft-bounce': 'soft_bounce',
  spam: 'complaint',
  unsub: 'unsubscribe',
  custom: 'manual',
});

function rowOf(fields: Fields): ListedRow {
  const reason = cellIn(fields, 'reason') ?? '';
  const cause = causes.get(reason.toLowerCase());
  const created = cellIn(fields, 'created_at');
  const expires = cellIn(fields, 'expires_at');
  const isChoice = cause === 'unsubscribe' || cause === 'manual';
  return {
    address: cellIn(fields, 'email'),
    cause,
    causeWord: reason,
    scope: (isChoice ? cellIn(fields, 'subaccount') : undefined) ?? allScopes,
    ...(created !== undefined && { since: momentFromAny(created) }),
    ...(expires !== undefined && { until: momentFromAny(expires) }),
    diagnostic: cellIn(fields, 'detail'),
  };
}
