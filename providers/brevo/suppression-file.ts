import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import { objectIn, stringOf } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';
import { tableOf } from '../table.ts';

/** The answers of `GET /v3/smtp/blockedContacts`, and the log of transactional mail that the dashboard exports. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'blocked contacts',
    columns: ['email', 'senderEmail', 'reason', 'blockedAt'],
    listedUnder: 'contacts',
    read: (fields) => [blockedRow(fields)],
  },
  {
    list: 'log of transactional mail',
    columns: ['st_text', 'ts', 'email', 'mid'],
    mayHave: ['sub', 'frm', 'tag', 'link'],
    read: (fields) => [logRow(fields)],
  },
];

/** By the code of the reason. Its message is in the language of the account. */
const causes = tableOf<Cause>({
  hardBounce: 'hard_bounce',
  contactFlaggedAsSpam: 'complaint',
  unsubscribedViaMA: 'unsubscribe',
  unsubscribedViaEmail: 'unsubscribe',
  unsubscribedViaApi: 'unsubscribe',
  adminBlocked: 'manual',
});

function blockedRow(fields: Fields): ListedRow {
  const reason = objectIn(fields, 'reason');
  const code = stringOf(reason['code']) ?? '';
  const cause = causes.get(code);
  const time = cellIn(fields, 'blockedAt');
  const isAboutAddress = cause === 'hard_bounce' || cause === 'complaint';
  return {
    address: cellIn(fields, 'email'),
    cause,
    causeWord: code,
    // Without a sender it holds for all of them.
    scope: isAboutAddress ? allScopes : (cellIn(fields, 'senderEmail') ?? allScopes),
    ...(time !== undefined && { since: momentFromAny(time) }),
    diagnostic: stringOf(reason['message']),
  };
}

/** The words of an English account. Those of others have to be explained by the person who imports the file. */
const words = tableOf<Cause | 'none'>({
  'hard bounce': 'hard_bounce',
  'invalid email': 'hard_bounce',
  complaint: 'complaint',
  unsubscribed: 'unsubscribe',
  'soft bounce': 'soft_bounce',
  sent: 'none',
  delivered: 'none',
  'first opening': 'none',
  opened: 'none',
  'loaded by proxy': 'none',
  clicked: 'none',
  deferred: 'none',
  error: 'none',
  // It says that the address is on the list, not why.
  blocked: 'none',
});

function logRow(fields: Fields): ListedRow {
  const word = filledIn(fields, 'st_text') ?? '';
  const cause = words.get(word.toLowerCase());
  if (cause === 'none') return { leftOut: 'events that are no reason to suppress an address' };
  const time = filledIn(fields, 'ts');
  return {
    address: filledIn(fields, 'email'),
    cause,
    causeWord: word,
    scope: allScopes,
    ...(time !== undefined && { since: momentFromAny(isoOf(time)) }),
    message: filledIn(fields, 'mid')?.replace(/^<|>$/g, ''),
  };
}

/** `NA` is an empty cell. */
function filledIn(fields: Fields, column: string): string | undefined {
  const text = cellIn(fields, column);
  return text === 'NA' ? undefined : text;
}

/** From `31-01-2026 12:00:00`. Its zone is not documented; we take it for UTC. */
function isoOf(time: string): string {
  return time.replace(/^(\d{2})-(\d{2})-(\d{4}) /, '$3-$2-$1T');
}
