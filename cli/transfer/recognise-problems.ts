import { allScopes, type Cause } from '../../core/suppression.ts';
import { columnName } from '../../providers/columns.ts';
import { exitCodes, Problem } from '../problem.ts';
import { type KnownFormat, type ListFile, type ListOptions, unknownColumns } from './list-file.ts';

export function ambiguous(file: ListFile, fitting: readonly KnownFormat[]): Problem {
  const names = fitting.map(inWords).join(', ');
  return new Problem(
    `${file.path}: these columns are those of several lists: ${names}; add ${whatTellsApart(fitting)}`,
    exitCodes.usage,
  );
}

function whatTellsApart(fitting: readonly KnownFormat[]): string {
  const providers = new Set(fitting.map(({ provider }) => provider));
  if (providers.size > 1) return '--from PROVIDER';
  const causes = new Set(fitting.map(({ format }) => format.cause));
  return causes.size > 1
    ? [...causes].map((cause) => `--cause ${cause}`).join(' or ')
    : `--scope NAME for the list of one group, or --scope "${allScopes}" for all mail`;
}

/** Nobody can know which of the two is the mistake. */
export function causeContradicts(
  file: ListFile,
  fitting: readonly KnownFormat[],
  given: Cause | undefined,
): Problem {
  const lists = fitting.map((each) => `the ${inWords(each)} (${each.format.cause})`).join(' or ');
  return new Problem(
    `${file.path}: --cause ${given} contradicts the file, which by its columns and its name is ${lists}; leave --cause out, or say what the columns mean with --map "COLUMN=address" and so on`,
    exitCodes.usage,
  );
}

export function nameContradicts(file: ListFile, only: KnownFormat, other: KnownFormat): Problem {
  return new Problem(
    `${file.path}: by its name this is the ${inWords(other)} (${other.format.cause}), but its columns are those of the ${inWords(only)} (${only.format.cause}); rename the file, or say what the columns mean with --map "COLUMN=address" and so on`,
    exitCodes.usage,
  );
}

function inWords({ format, title }: KnownFormat): string {
  return `${format.list} of ${title}`;
}

export function notRecognised(
  file: ListFile,
  wanted: readonly KnownFormat[],
  { from }: Pick<ListOptions, 'from'>,
): Problem {
  const closest = closestTo(file, wanted);
  if (!closest)
    return new Problem(
      `${file.path}: ${foundColumns(file)}, which are not those of a list that Mailfold knows; say what they mean with --map "COLUMN=address" and so on, or name the provider with --from`,
      exitCodes.usage,
    );
  const { format, title } = closest;
  const names = new Set(file.columns.map(columnName));
  const missing = format.columns.filter((column) => !names.has(columnName(column)));
  const unknown = unknownColumns(format, file);
  const isOnlyUnsure = missing.length === 0 && unknown.length === 0;
  if (isOnlyUnsure)
    return new Problem(
      `${file.path}: these columns are those of the ${format.list} of ${title}, but other lists have them too; add --from ${closest.provider}, or --map "COLUMN=address" and so on`,
      exitCodes.usage,
    );
  const remedies = [
    ...(missing.length === 0 ? ['leave the unknown ones out with --ignore-columns'] : []),
    'say what they mean with --map "COLUMN=address" and so on',
    ...(from === undefined ? ['name the provider with --from'] : []),
  ];
  return new Problem(
    [
      `${file.path}: ${from === undefined ? 'no known list has these columns; the closest is the' : 'expected a list such as the'} ${format.list} of ${title}, with ${format.columns.join(', ')}`,
      ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ...(unknown.length > 0 ? [`not understood: ${unknown.join(', ')}`] : []),
      remedies.join(', or '),
    ].join('; '),
    exitCodes.usage,
  );
}

/** The format that shares the most columns with the file, if it shares any. */
function closestTo(file: ListFile, wanted: readonly KnownFormat[]): KnownFormat | undefined {
  const names = new Set(file.columns.map(columnName));
  const scored = wanted.map((each) => {
    const { columns } = each.format;
    const shared = columns.filter((column) => names.has(columnName(column))).length;
    return { each, shared, score: shared / (columns.length + names.size - shared) };
  });
  return scored.filter(({ shared }) => shared > 0).toSorted((one, other) => other.score - one.score)[0]?.each;
}

export function notUnderstood(file: ListFile, unknown: readonly string[]): Problem {
  return new Problem(
    `${file.path}: not understood: ${unknown.join(', ')}; say what they mean with --map COLUMN=MEANING, or leave them out with --ignore-columns`,
    exitCodes.usage,
  );
}

function foundColumns({ columns }: ListFile): string {
  return `found the columns ${columns.join(', ')}`;
}

export function columnAbsent(file: ListFile, absent: readonly string[]): Problem {
  return new Problem(
    `${file.path}: --map names a column that the file does not have: ${absent.join(', ')}; ${foundColumns(file)}`,
    exitCodes.usage,
  );
}

export function noAddress(file: ListFile): Problem {
  return new Problem(
    `${file.path}: expected a header line with a column "address"; ${foundColumns(file)}; say which one it is with --map "COLUMN=address"`,
    exitCodes.usage,
  );
}

export function noCause(file: ListFile): Problem {
  return new Problem(
    `${file.path} does not say why these addresses are suppressed; add --cause manual, or another cause`,
    exitCodes.usage,
  );
}
