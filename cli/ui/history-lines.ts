import type { HistorySurvey } from '../../app/import-events.ts';
import { showMoment } from './moments.ts';
import { numbersTable, paint, type Terminal } from './terminal.ts';
import { countOf, plain } from './text.ts';

const maxShown = 20;

/** What an import of events would do, for a person who decides about it. */
export function historyLines(survey: HistorySurvey, terminal: Terminal): string[] {
  const { records, fresh, first, last } = survey;
  const range = first && last ? `, from ${showMoment(first)} to ${showMoment(last)}` : '';
  const types = Object.entries(survey.types).toSorted(([, one], [, other]) => other - one);
  return [
    `${countOf(records, 'record')}, ${countOf(fresh, 'event')} to import${range}`,
    ...numbersTable(types.map(([type, count]) => [`  ${type}`, count.toLocaleString('en')])),
    ...notesOn(survey).map((note) => paint('dim', note, terminal)),
    ...badLines(survey, terminal),
  ];
}

function notesOn({ known, outside, leftOut }: HistorySurvey): string[] {
  return [
    ...(known > 0 ? [`${countOf(known, 'event')} stored already`] : []),
    ...(outside > 0 ? [`${countOf(outside, 'event')} outside of --since and --until`] : []),
    ...leftOut.map(({ why, records }) => `${countOf(records, 'record')} left out: ${plain(why)}`),
  ];
}

function badLines({ bad, badRows }: HistorySurvey, terminal: Terminal): string[] {
  if (badRows === 0) return [];
  const shown = bad.slice(0, maxShown);
  return [
    paint(
      'yellow',
      `${countOf(badRows, 'record')} cannot be read and ${badRows === 1 ? 'is' : 'are'} left out:`,
      terminal,
    ),
    ...shown.map(({ file, line, problem }) => `  ${plain(file)}, line ${line}: ${plain(problem)}`),
    ...(badRows > shown.length ? [`  and ${(badRows - shown.length).toLocaleString('en')} more`] : []),
  ];
}
