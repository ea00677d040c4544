import type { RowContent } from '../../app/import-suppressions.ts';
import { columns as ownColumns, type SuppressionLine } from '../../app/suppression-line.ts';
import { causes } from '../../core/suppression.ts';
import { cellIn, columnName, type Fields } from '../../providers/columns.ts';
import { exitCodes, Problem } from '../problem.ts';
import { causeWithout, type GivenCauses, wordKey } from './given-causes.ts';

type Meaning = (typeof ownColumns)[number];

/** Which column of the file has which meaning, from `--map`. */
export type ColumnMap<Name extends string = Meaning> = ReadonlyMap<string, Name>;

/** Each is a column of the file and one of ours: `"Email Address=address"`. */
export function readColumnMap<Name extends string = Meaning>(
  given: readonly string[],
  meanings: readonly Name[] = ownColumns as readonly string[] as readonly Name[],
): ColumnMap<Name> {
  return new Map(
    given.map((each) => {
      const at = each.lastIndexOf('=');
      const meaning = meanings.find((name) => name === each.slice(at + 1).trim());
      if (at < 1 || !meaning)
        throw new Problem(
          `--map ${each}: expected a column of the file and what it means (${meanings.join(', ')}), such as "Email Address=${meanings[0]}"`,
          exitCodes.usage,
        );
      return [columnName(each.slice(0, at)), meaning];
    }),
  );
}

/** The columns of a list in our own form that mean something, given how the file calls them. */
export function meaningOf(column: string, map?: ColumnMap): Meaning | undefined {
  const name = columnName(column);
  return map?.get(name) ?? ownColumns.find((own) => columnName(own) === name);
}

/** How a row in our own columns is read. Cells that the file does not have are filled from the options. */
export function ownRow(
  map: ColumnMap,
  columns: readonly string[],
  given: { readonly causes: GivenCauses; readonly scope?: string; readonly provider?: string },
): (fields: Fields) => RowContent {
  const places = columns.flatMap((column) => {
    const meaning = meaningOf(column, map);
    return meaning ? [{ column, meaning }] : [];
  });
  return (fields) => {
    const line: Partial<Record<keyof SuppressionLine, string>> = {};
    for (const { column, meaning } of places) line[meaning] = cellIn(fields, column) ?? '';
    const word = line.cause ?? '';
    const cause =
      given.causes.ofWord.get(wordKey(word)) ?? ((word === '' && causeWithout(given.causes)) || word);
    if (!causes.some((each) => each === cause)) return { lacks: 'cause', ...(word !== '' && { word }) };
    return {
      fields: {
        ...line,
        cause,
        scope: line.scope || given.scope || '',
        provider: line.provider || given.provider || '',
      },
    };
  };
}
