import type { RowContent } from '../../app/import-suppressions.ts';
import { millisOf } from '../../core/moment.ts';
import { columnName, type Fields } from '../../providers/columns.ts';
import type { ListedRow } from '../../providers/suppression-file.ts';
import { causeWithout, type GivenCauses, wordKey } from './given-causes.ts';
import { type KnownFormat, type ListFile, type ListOptions, unknownColumns } from './list-file.ts';
import { onlyFitting } from './only-fitting.ts';
import { type ColumnMap, meaningOf, ownRow } from './own-list.ts';
import { columnAbsent, noAddress, noCause, notRecognised, notUnderstood } from './recognise-problems.ts';

/** How to read a list of suppressed addresses. */
export type ListReader = {
  /** In words: `bounces of SendGrid`. */
  readonly title: string;
  readonly provider?: string;
  readonly ignored: readonly string[];
  /** Whether there can be rows that do not name their stream or group. */
  readonly needsScope: boolean;
  readonly hasMore: (document: Fields) => boolean;
  readonly read: (fields: Fields) => readonly RowContent[];
};

/** The name of our own form, beside those of providers. */
export const ownForm = 'csv';

/** Finds out what a file is. Throws a problem that says what was expected and found when that is not certain. */
export function recognise(file: ListFile, known: readonly KnownFormat[], options: ListOptions): ListReader {
  const { from, map } = options;
  if (from === ownForm || map.size > 0 || (from === undefined && isOwnList(file)))
    return ownReader(file, options);
  const wanted = known.filter(({ provider }) => from === undefined || provider === from);
  const only = onlyFitting(file, wanted, options);
  if (only) return providerReader(only, file, options);
  // The user has said to leave the other columns out, so an address and a cause are enough.
  if (options.ignoreColumns && from === undefined && hasMeaning('address', file, map))
    return ownReader(file, options);
  throw notRecognised(file, wanted, options);
}

/** A list in our own columns. Lists of providers say `email`, or have columns that we do not, and none has a `cause`. */
function isOwnList(file: ListFile): boolean {
  const isOwn = hasMeaning('cause', file) || file.columns.every((column) => meaningOf(column));
  return isOwn && hasMeaning('address', file);
}

function hasMeaning(meaning: string, { columns }: ListFile, map?: ColumnMap): boolean {
  return columns.some((column) => meaningOf(column, map) === meaning);
}

function ownReader(file: ListFile, options: ListOptions): ListReader {
  const { map, causes, scope, from, ignoreColumns } = options;
  const absent = [...map.keys()].filter(
    (name) => !file.columns.some((column) => columnName(column) === name),
  );
  if (absent.length > 0) throw columnAbsent(file, absent);
  if (!hasMeaning('address', file, map)) throw noAddress(file);
  const unknown = file.columns.filter((column) => !meaningOf(column, map));
  if (unknown.length > 0 && !ignoreColumns) throw notUnderstood(file, unknown);
  if (!hasMeaning('cause', file, map) && !causeWithout(causes)) throw noCause(file);
  const provider = from === ownForm ? undefined : from;
  const read = ownRow(map, file.columns, { causes, scope, provider });
  return {
    title: 'list of addresses',
    ...(provider !== undefined && { provider }),
    ignored: unknown,
    needsScope: true,
    hasMore: () => false,
    read: (fields) => [read(fields)],
  };
}

function providerReader(
  { provider, title, format }: KnownFormat,
  file: ListFile,
  options: ListOptions,
): ListReader {
  const { causes, now } = options;
  const inName = format.fileName?.exec(file.name)?.groups?.['scope'];
  const scope = options.scope ?? inName;
  return {
    title: `${format.list} of ${title}`,
    provider,
    ignored: unknownColumns(format, file),
    needsScope: format.needsScope !== undefined,
    hasMore: format.hasMore ?? (() => false),
    read: (fields) => format.read(fields).map((row) => givenRow(row, provider, { causes, scope, now })),
  };
}

function givenRow(
  row: ListedRow,
  provider: string,
  given: { readonly causes: GivenCauses; readonly scope: string | undefined; readonly now: Date },
): RowContent {
  if ('leftOut' in row) return row;
  if (row.until !== undefined && millisOf(row.until) <= given.now.getTime())
    return { leftOut: 'entries that have expired: the provider sends to these addresses again' };
  const { causeWord = '' } = row;
  const cause = given.causes.ofWord.get(wordKey(causeWord)) ?? row.cause ?? causeWithout(given.causes);
  if (!cause) return { lacks: 'cause', ...(causeWord !== '' && { word: causeWord }) };
  const scope = row.scope ?? given.scope;
  if (scope === undefined) return { lacks: 'scope' };
  const { address = '', since = '', message = '', diagnostic = '' } = row;
  return { fields: { address, cause, scope, since, provider, message, diagnostic } };
}
