import { momentFromAny } from '../../core/read-moment.ts';
import { allScopes, type Cause } from '../../core/suppression.ts';
import { cellIn, type Fields } from '../columns.ts';
import { stringsOf } from '../json.ts';
import type { ListedRow, SuppressionFormat } from '../suppression-file.ts';

/** The columns that Mailgun's own export script writes for all three lists. Cells that a list does not have are empty. */
const scriptColumns = ['address', 'code', 'error', 'created_at', 'MessageHash'];

/** The files that the dashboard and Mailgun's export script write, and the answers of `GET /v3/{domain}/{list}`. */
export const suppressionFormats: readonly SuppressionFormat[] = [
  {
    list: 'bounces',
    columns: ['address', 'code', 'error', 'created_at'],
    mayHave: ['MessageHash'],
    cause: 'hard_bounce',
    fileName: /bounce/i,
    listedUnder: 'items',
    read: (fields) => [rowOf(fields, 'hard_bounce')],
  },
  {
    list: 'complaints',
    columns: ['address', 'created_at'],
    cause: 'complaint',
    fileName: /complaint/i,
    listedUnder: 'items',
    isCommon: true,
    read: (fields) => [rowOf(fields, 'complaint')],
  },
  {
    list: 'complaints',
    columns: scriptColumns,
    cause: 'complaint',
    fileName: /complaint/i,
    read: (fields) => [rowOf(fields, 'complaint')],
  },
  unsubscribesWithTags('tags'),
  // The older name of the column.
  unsubscribesWithTags('tag'),
  { ...unsubscribesWithoutTags(['address', 'created_at']), isCommon: true },
  unsubscribesWithoutTags(scriptColumns),
];

function unsubscribesWithTags(column: string): SuppressionFormat {
  return unsubscribes(['address', column, 'created_at'], (fields) =>
    scopesIn(fields, column).map((scope) => ({ ...rowOf(fields, 'unsubscribe'), scope })),
  );
}

/** Nobody knows what these people left. */
function unsubscribesWithoutTags(columns: readonly string[]): SuppressionFormat {
  return {
    ...unsubscribes(columns, (fields) => [{ ...rowOf(fields, 'unsubscribe'), scope: undefined }]),
    needsScope: 'each row',
  };
}

function unsubscribes(columns: readonly string[], read: SuppressionFormat['read']): SuppressionFormat {
  return {
    list: 'unsubscribes',
    columns,
    cause: 'unsubscribe',
    fileName: /unsub/i,
    listedUnder: 'items',
    read,
  };
}

function rowOf(fields: Fields, cause: Cause): Extract<ListedRow, { cause: unknown }> {
  const created = cellIn(fields, 'created_at');
  const answer = [cellIn(fields, 'code'), cellIn(fields, 'error')].filter((each) => each !== undefined);
  return {
    address: cellIn(fields, 'address'),
    cause,
    scope: allScopes,
    ...(created !== undefined && { since: momentFromAny(created) }),
    ...(answer.length > 0 && { diagnostic: answer.join(' ') }),
  };
}

/** `*` stands for all mail of the domain. */
function scopesIn(fields: Fields, column: string): string[] {
  const tags = fields[column];
  if (Array.isArray(tags)) return tags.length === 0 ? [allScopes] : [...new Set(stringsOf(tags))];
  const tag = cellIn(fields, column) ?? allScopes;
  // How a file writes several tags is not documented.
  if (/[,[\]]/.test(tag))
    throw new Error(`expected one tag in "${column}", found several; write one line for each`);
  return [tag];
}
