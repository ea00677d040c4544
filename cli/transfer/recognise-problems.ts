import { columnName } from '../../providers/columns.ts';
import { exitCodes, Problem } from '../problem.ts';
import { type KnownFormat, type ListFile, type ListOptions, unknownColumns } from './list-file.ts';

export function ambiguous(file: ListFile, fitting: readonly KnownFormat[]): Problem {
  const names = fitting.map(({ format, title }) => `${format.list} of ${title}`).join(', ');
  const providers = new Set(fitting.map(({ provider }) => provider));
  const causes = fitting.map(({ format }) => `--cause ${format.cause}`).join(' or ');
  return new Problem(
    `${file.path}: these columns are those of several lists: ${names}; add ${providers.size > 1 ? '--from PROVIDER' : causes}`,
    exitCodes.usage,
  );
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
