import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import { isObject, stringOf } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';
import { tableOf } from '../table.ts';

/** SES exports no file: people save what `aws sesv2 list-suppressed-destinations` prints, one page or many. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'account suppression list',
    columns: ['EmailAddress', 'Reason', 'LastUpdateTime'],
    mayHave: ['Attributes', 'TenantName'],
    listedUnder: 'SuppressedDestinationSummaries',
    hasMore: (document) => cellIn(document, 'NextToken') !== undefined,
    read: (fields) => [rowOf(fields)],
  },
];

const causes = tableOf<Cause>({ BOUNCE: 'hard_bounce', COMPLAINT: 'complaint' });

function rowOf(fields: Fields): ListedRow {
  const reason = cellIn(fields, 'Reason') ?? '';
  const time = cellIn(fields, 'LastUpdateTime');
  const attributes = fields['attributes'];
  return {
    address: cellIn(fields, 'EmailAddress'),
    cause: causes.get(reason.toUpperCase()),
    causeWord: reason,
    scope: allScopes,
    // The API has seconds, the AWS CLI a time with an offset.
    ...(time !== undefined && { since: momentFromAny(time) }),
    ...(isObject(attributes) && { message: stringOf(attributes['MessageId']) }),
  };
}
