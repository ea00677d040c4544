import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes } from '../../core/suppression.ts';
import { cellIn, columnName, type Fields } from '../columns.ts';
import { isTrue } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';

/**
 * The answers of `GET /v3/REST/contact?IsExcludedFromCampaigns=true`. Mailjet shows no list of addresses that it does not send
 * transactional mail to; this one holds for campaigns only, so the person who imports it says which stream they are.
 */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'contacts',
    columns: ['Email', 'IsExcludedFromCampaigns'],
    mayHave: [
      'ID',
      'Name',
      'CreatedAt',
      'DeliveredCount',
      'ExclusionFromCampaignsUpdatedAt',
      'IsOptInPending',
      'IsSpamComplaining',
      'LastActivityAt',
      'LastUpdateAt',
      'UnsubscribedAt',
      'UnsubscribedBy',
    ],
    listedUnder: 'Data',
    needsScope: 'some rows',
    read: (fields) => [rowOf(fields)],
  },
];

function rowOf(fields: Fields): ListedRow {
  const isComplaint = isTrue(fields[columnName('IsSpamComplaining')]);
  if (!isComplaint && !isTrue(fields[columnName('IsExcludedFromCampaigns')]))
    return { leftOut: 'contacts that are not excluded from campaigns' };
  const time = cellIn(fields, 'ExclusionFromCampaignsUpdatedAt') ?? cellIn(fields, 'UnsubscribedAt');
  return {
    address: cellIn(fields, 'Email'),
    // Whoever excluded a contact did not say why: it can be a choice of the recipient or of the sender.
    cause: isComplaint ? 'complaint' : undefined,
    scope: isComplaint ? allScopes : undefined,
    ...(time !== undefined && { since: momentFromAny(time) }),
  };
}
