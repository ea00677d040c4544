import { allScopes } from '../../core/suppression.ts';
import { columnName } from '../../providers/columns.ts';
import type { SuppressionFormat } from '../../providers/suppression-file.ts';
import { type KnownFormat, type ListFile, type ListOptions, unknownColumns } from './list-file.ts';
import { ambiguous, causeContradicts, nameContradicts } from './recognise-problems.ts';

/**
 * The one list that a file can be, undefined if it is none. Throws a problem when it can be several, or when the name of the file
 * or `--cause` says something else: the wrong list would suppress people for another reason, or from more mail.
 */
export function onlyFitting(
  file: ListFile,
  wanted: readonly KnownFormat[],
  options: ListOptions,
): KnownFormat | undefined {
  const fitting = wanted.filter(({ format }) => fits(format, file, options));
  // Columns that two lists share, or that were left out, cannot say more than the provider's own file name.
  const named = fitting.filter(({ format }) => isNamed(format, file));
  const likely = mostSpecific(named.length > 0 ? named : fitting, file);
  if (likely.length === 0) return undefined;
  const byCause = ofCause(likely, options);
  if (byCause.length === 0) throw causeContradicts(file, likely, options.causes.ofAll);
  const [only, ...others] = ofScope(byCause, options);
  if (others.length > 0) throw ambiguous(file, byCause);
  if (only) mustNotBeNamedOtherwise(file, only, wanted);
  return only;
}

function fits(format: SuppressionFormat, file: ListFile, { from, ignoreColumns }: ListOptions): boolean {
  const names = new Set(file.columns.map(columnName));
  const isWhole = format.columns.every((column) => names.has(columnName(column)));
  const isCertain = !format.isCommon || from !== undefined || isNamed(format, file);
  return isWhole && isCertain && (ignoreColumns || unknownColumns(format, file).length === 0);
}

function isNamed({ fileName }: SuppressionFormat, file: ListFile): boolean {
  return fileName?.test(file.name) === true;
}

/** When columns may be left out, a format with few columns fits a file that has many. */
function mostSpecific(fitting: readonly KnownFormat[], file: ListFile): KnownFormat[] {
  const fewest = Math.min(...fitting.map(({ format }) => unknownColumns(format, file).length));
  return fitting.filter(({ format }) => unknownColumns(format, file).length === fewest);
}

/** Lists that can have the cause that the user names. A list whose rows say their cause can have any. */
function ofCause(likely: readonly KnownFormat[], { causes }: ListOptions): KnownFormat[] {
  return likely.filter(({ format }) => !causes.ofAll || !format.cause || format.cause === causes.ofAll);
}

/** Lists with one cause can differ in what they hold for: whoever names a group does not mean a list for all mail. */
function ofScope(likely: readonly KnownFormat[], { scope }: ListOptions): readonly KnownFormat[] {
  const causes = new Set(likely.map(({ format }) => format.cause));
  if (scope === undefined || causes.size > 1) return likely;
  const meant = likely.filter(({ format }) => (format.needsScope === 'each row') === (scope !== allScopes));
  return meant.length > 0 ? meant : likely;
}

function mustNotBeNamedOtherwise(file: ListFile, only: KnownFormat, wanted: readonly KnownFormat[]): void {
  const { provider, format } = only;
  if (isNamed(format, file)) return;
  const other = wanted.find(
    (each) => each.provider === provider && isNamed(each.format, file) && each.format.cause !== format.cause,
  );
  if (other) throw nameContradicts(file, only, other);
}
