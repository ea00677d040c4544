import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import { isObject, listOf } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';
import { tableOf } from '../table.ts';

const details = ['description', 'list_id', 'subaccount_id', 'transactional', 'non_transactional'];

/** The answers of `GET /suppression-list`, dumps of them with the same columns, and the file that the dashboard takes. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'suppression list',
    columns: ['recipient', 'type', 'source'],
    mayHave: [...details, 'created', 'updated'],
    needsScope: 'some rows',
    listedUnder: 'results',
    hasMore: (document) => listOf(document['links']).some((link) => isObject(link) && link['rel'] === 'next'),
    read: (fields) => [rowOf(fields)],
  },
  {
    // It does not say why an address is on the list.
    list: 'suppression list for an upload',
    columns: ['recipient', 'type'],
    mayHave: details,
    needsScope: 'some rows',
    read: (fields) => [rowOf(fields)],
  },
];

/** By `source`. `FBL` is an older name. */
const causes = tableOf<Cause>({
  'bounce rule': 'hard_bounce',
  'spam complaint': 'complaint',
  fbl: 'complaint',
  'list unsubscribe': 'unsubscribe',
  'unsubscribe link': 'unsubscribe',
  'manually added': 'manual',
  compliance: 'manual',
});

function rowOf(fields: Fields): ListedRow {
  const source = cellIn(fields, 'source') ?? '';
  const cause = causes.get(source.toLowerCase());
  const time = cellIn(fields, 'created') ?? cellIn(fields, 'updated');
  return {
    address: cellIn(fields, 'recipient'),
    cause,
    causeWord: source,
    // A bounce or a complaint is about the address, whatever mail it was.
    scope: cause === 'hard_bounce' || cause === 'complaint' ? allScopes : scopeOf(fields),
    ...(time !== undefined && { since: momentFromAny(time) }),
    diagnostic: cellIn(fields, 'description'),
  };
}

/** A list, a subaccount (0 is the account itself), or `transactional` and `non_transactional` mail. */
function scopeOf(fields: Fields): string | undefined {
  const subaccount = cellIn(fields, 'subaccount_id');
  return cellIn(fields, 'list_id') ?? (subaccount === '0' ? undefined : subaccount) ?? cellIn(fields, 'type');
}
