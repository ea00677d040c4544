import type { Group } from '../../app/ports/analytics.ts';
import type { Figures, Stats } from '../../app/stats.ts';
import {
  countMeanings,
  formulaInWords,
  type Rate,
  type RateName,
  rateFormulas,
  rateNames,
} from '../../core/rates.ts';
import { grouped, percent } from './percent.ts';
import { paint, type Terminal, table } from './terminal.ts';

export function groupInWords(group: Group): string {
  if (group.type === 'named') return group.name === '' ? '(empty)' : group.name;
  return group.type === 'other' ? '(all others)' : '(not told)';
}

/** Every rate with its formula, its counts and its interval, for all mail and for each group; then what the counts mean. */
export function explainedLines({ total, by }: Stats, terminal: Terminal): string[] {
  const blocks = [
    { name: 'all mail', figures: total },
    ...(by?.rows.map(({ group, figures }) => ({ name: groupInWords(group), figures })) ?? []),
  ];
  return [
    ...blocks.flatMap(({ name, figures }) => ['', paint('bold', name, terminal), ...rateLines(figures)]),
    '',
    ...meanings(),
    '',
    'The interval contains the true rate with a probability of 95 % (Wilson). Opens and clicks of programs count',
    'in no rate; those of which nobody knows who did it count as people.',
  ];
}

function rateLines({ rates }: Figures): string[] {
  if (!rates) return ['no rates: by event day, a bounce and its send can be on different days'];
  return table(rateNames.map((name) => ['', name, formulaInWords(name), ...computed(rates[name])]));
}

function computed({ numerator, denominator, share, low, high }: Rate): string[] {
  const division = `${grouped(numerator)} / ${grouped(denominator)}`;
  return share === null ? [division, '–'] : [division, percent(share), `${percent(low)} to ${percent(high)}`];
}

function meanings(): string[] {
  const counts = new Set(
    rateNames.flatMap((name: RateName) => [rateFormulas[name].numerator, rateFormulas[name].denominator]),
  );
  return table([...counts].map((name) => [name, countMeanings[name]]));
}
