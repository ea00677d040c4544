import type { BadRow, ImportSurvey } from '../../app/import-suppressions.ts';
import { allScopes } from '../../core/suppression.ts';
import { showScope } from './suppression-lines.ts';
import { numbersTable, paint, type Terminal } from './terminal.ts';
import { countOf, plain } from './text.ts';

/** Rows and groups that are shown. `--json` has more of them. */
const maxShown = 20;

/** What an import would do, for a person who decides about it. */
export function surveyLines(survey: ImportSurvey, terminal: Terminal): string[] {
  return [
    ...groupLines(survey),
    ...notesOn(survey).map((note) => paint('dim', note, terminal)),
    ...badLines(survey.bad, survey.badRows, terminal),
  ];
}

function groupLines({ groups }: ImportSurvey): string[] {
  if (groups.length === 0) return [];
  const shown = groups
    .toSorted((one, other) => other.fresh + other.known - one.fresh - one.known)
    .slice(0, maxShown);
  const rows = shown.map(({ cause, scope, fresh, known }) => [
    `${cause}, ${scope === null ? 'other streams' : showScope(scope)}`,
    inWords(fresh),
    inWords(known),
  ]);
  const rest = groups.length - shown.length;
  return [
    ...numbersTable([['', 'new', 'known'], ...rows]),
    ...(rest > 0 ? [`and ${countOf(rest, 'more group')} of cause and stream; --json has all`] : []),
  ];
}

function notesOn({ groups, undated, leftOut }: ImportSurvey): string[] {
  const soft = groups.filter(({ cause }) => cause === 'soft_bounce');
  const softRows = soft.reduce((sum, { fresh, known }) => sum + fresh + known, 0);
  return [
    ...leftOut.map(({ why, rows }) => `${countOf(rows, 'row')} left out: ${plain(why)}`),
    ...(softRows > 0
      ? [`${countOf(softRows, 'soft bounce')}: kept in the history; one alone does not suppress an address`]
      : []),
    ...(undated > 0
      ? [`${countOf(undated, 'row')} without a time: marked as undated, and in force from now on`]
      : []),
  ];
}

/** The first bad rows by their line, and how many more there are. */
function badLines(bad: readonly BadRow[], total: number, terminal: Terminal): string[] {
  if (total === 0) return [];
  const shown = bad.slice(0, maxShown);
  return [
    paint(
      'yellow',
      `${countOf(total, 'row')} cannot be read and ${total === 1 ? 'is' : 'are'} left out:`,
      terminal,
    ),
    ...shown.map(({ line, problem }) => `  line ${line}: ${plain(problem)}`),
    ...(total > shown.length ? [`  and ${inWords(total - shown.length)} more`] : []),
  ];
}

/** What the file does not say, and how to say it. */
export function lackingLines({ lacking }: Pick<ImportSurvey, 'lacking'>): string[] {
  const words = lacking.filter(({ lacks }) => lacks === 'cause');
  const scopes = lacking.filter(({ lacks }) => lacks === 'scope').reduce((sum, { rows }) => sum + rows, 0);
  return [
    ...words
      .slice(0, maxShown)
      .map(({ word, rows }) =>
        word === undefined
          ? `${countOf(rows, 'row')} without a cause: add --cause manual, or another cause`
          : `${countOf(rows, 'row')} with "${plain(word)}", which is not a cause that Mailfold knows: add --cause "${plain(word)}=hard_bounce", or another cause`,
      ),
    ...(scopes > 0
      ? [
          `${countOf(scopes, 'row')} of one stream, group or list, which the file does not name: add --scope NAME, or --scope "${allScopes}" for all mail`,
        ]
      : []),
  ];
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
