import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';

/** The answer of `GET /message-streams/{stream}/suppressions/dump`. It does not name the stream. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'suppressions of a message stream',
    columns: ['EmailAddress', 'SuppressionReason', 'Origin', 'CreatedAt'],
    listedUnder: 'Suppressions',
    needsScope: 'some rows',
    read: (fields) => [rowOf(fields)],
  },
];

function rowOf(fields: Fields): ListedRow {
  const reason = cellIn(fields, 'SuppressionReason') ?? '';
  const origin = cellIn(fields, 'Origin') ?? '';
  const time = cellIn(fields, 'CreatedAt');
  const cause = causeOf(reason, origin);
  return {
    address: cellIn(fields, 'EmailAddress'),
    cause,
    causeWord: `${reason}/${origin}`,
    // A bounce or a complaint concerns all mail, as when the webhook reports it. What people chose concerns their stream.
    scope: cause === 'hard_bounce' || cause === 'complaint' ? allScopes : undefined,
    ...(time !== undefined && { since: momentFromAny(time) }),
  };
}

function causeOf(reason: string, origin: string): Cause | undefined {
  switch (reason) {
    case 'HardBounce':
      return 'hard_bounce';
    case 'SpamComplaint':
      return 'complaint';
    case 'ManualSuppression':
      return origin === 'Recipient' ? 'unsubscribe' : 'manual';
    default:
      return undefined;
  }
}
