import type { Figures, Stats } from '../app/stats.ts';
import { countNames, rateNames } from '../core/rates.ts';
import { csvLine } from './files/csv.ts';

/** A line for each group, or without groups for each day. Shares are from 0 to 1. */
export function* statsCsv({ by, series }: Stats): Generator<string> {
  const figures = [...countNames, ...rateNames.map((name) => `${name}Share`)];
  if (!by) {
    yield csvLine(['day', ...figures]);
    for (const { day, ...each } of series) yield csvLine([day, ...cellsOf(each)]);
    return;
  }
  yield csvLine([by.dimension, 'group', ...figures]);
  for (const { group, figures: each } of by.rows)
    yield csvLine([group.type === 'named' ? group.name : '', group.type, ...cellsOf(each)]);
}

function cellsOf({ counts, rates }: Figures): string[] {
  return [
    ...countNames.map((name) => String(counts[name])),
    ...rateNames.map((name) => String(rates?.[name].share ?? '')),
  ];
}
