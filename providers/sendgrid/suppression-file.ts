import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';

/** The files of the dashboard, and the answers of `GET /v3/suppression/{list}`, which have the same names. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'bounces',
    columns: ['status', 'reason', 'email', 'created'],
    cause: 'hard_bounce',
    fileName: /suppression_bounces/,
    read: (fields) => [rowOf(fields, 'hard_bounce')],
  },
  {
    // SendGrid goes on sending to these addresses, so one block does not suppress.
    list: 'blocks',
    columns: ['status', 'reason', 'email', 'created'],
    cause: 'soft_bounce',
    fileName: /suppression_blocks/,
    read: (fields) => [rowOf(fields, 'soft_bounce')],
  },
  {
    list: 'invalid emails',
    columns: ['reason', 'email', 'created'],
    cause: 'hard_bounce',
    fileName: /suppression_invalid_emails/,
    read: (fields) => [rowOf(fields, 'hard_bounce')],
  },
  {
    list: 'spam reports',
    columns: ['ip', 'email', 'created'],
    cause: 'complaint',
    fileName: /suppression_spam_reports/,
    read: (fields) => [rowOf(fields, 'complaint')],
  },
  {
    list: 'global unsubscribes',
    columns: ['email', 'created'],
    cause: 'unsubscribe',
    fileName: /suppression_unsubscribes/,
    isCommon: true,
    read: (fields) => [rowOf(fields, 'unsubscribe')],
  },
  {
    list: 'unsubscribes of a group',
    columns: ['email'],
    mayHave: ['created', 'created_at'],
    cause: 'unsubscribe',
    fileName: /asm_groups_(?<scope>\d+)_suppressions/,
    isCommon: true,
    needsScope: 'each row',
    read: (fields) => [{ ...rowOf(fields, 'unsubscribe'), scope: undefined }],
  },
  {
    list: 'unsubscribes of all groups',
    columns: ['email', 'group_id', 'created_at'],
    mayHave: ['group_name'],
    cause: 'unsubscribe',
    read: (fields) => [rowOf(fields, 'unsubscribe', cellIn(fields, 'group_id'))],
  },
];

function rowOf(fields: Fields, cause: Cause, scope: string | undefined = allScopes): ListedRow {
  const created = cellIn(fields, 'created') ?? cellIn(fields, 'created_at');
  return {
    address: cellIn(fields, 'email'),
    cause,
    scope,
    ...(created !== undefined && { since: momentFromAny(created) }),
    diagnostic: cellIn(fields, 'reason') ?? cellIn(fields, 'status'),
  };
}
