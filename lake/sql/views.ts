import { countNames, rateFormulas, rateNames } from '../../core/rates.ts';
import { type ColumnKind, toldColumns } from '../told-columns.ts';
import {
  countConditions,
  dayIn,
  dimensionColumns,
  happeningColumns,
  happenings,
  hasColumn,
  indented,
  sendDimensions,
  sentAt,
} from './send-fold.ts';

export type ViewColumn = { readonly name: string; readonly kind: ColumnKind | 'count' | 'percent' };

/** A view of the lake: a question with a name. */
export type View = { readonly name: string; readonly columns: readonly ViewColumn[]; readonly sql: string };

const kindOf = new Map<string, ColumnKind>(toldColumns.map(({ name, kind }) => [name, kind]));
const identity = ['unit', 'occurred_at', 'event'];
const day: ViewColumn = { name: 'day', kind: 'text' };

/** Every event once, however often it was told. */
const events: View = {
  name: 'events',
  columns: [day, ...toldColumns],
  sql: `select\n${indented([
    'day',
    ...toldColumns.map(({ name }) => {
      if (identity.includes(name)) return name;
      return `${name === 'received_at' ? 'min' : 'max'}(${name}) as ${name}`;
    }),
  ])}\nfrom told\ngroup by day, ${identity.join(', ')}`,
};

/** What became of every message to every recipient. */
const sends: View = {
  name: 'sends',
  columns: [
    { name: 'unit', kind: 'hash' },
    day,
    { name: 'sent_at', kind: 'time' },
    ...sendDimensions.map((name) => ({ name, kind: kindOf.get(name) ?? 'text' })),
    ...happenings.map((name) => ({ name, kind: 'flag' as const })),
  ],
  sql: sendsSql(),
};

/** `condition`: a WHERE clause that chooses among the events. */
export function sendsSql(condition?: string): string {
  const columns = [
    'unit',
    `${dayIn(sentAt)} as day`,
    `${sentAt} as sent_at`,
    ...dimensionColumns(sendDimensions),
    ...happeningColumns,
  ];
  return [
    `select\n${indented(columns)}`,
    'from told',
    ...(condition ? [condition] : []),
    'group by unit',
  ].join('\n');
}

/** Counts and rates of the sends of each day and group. */
function ratesBy(name: string, dimensions: readonly string[]): View {
  const groups = ['day', ...dimensions];
  const conditions = countConditions(hasColumn);
  const counts = countNames.map((each) => `count_if(${conditions[each]}) as ${columnOf(each)}`);
  // Floating point: Trino would keep one decimal of 100.0 * a / b, and cut whole numbers.
  const percents = rateNames.map((each) => {
    const { numerator, denominator } = rateFormulas[each];
    return `100e0 * ${columnOf(numerator)} / nullif(${columnOf(denominator)}, 0) as ${percentOf(each)}`;
  });
  return {
    name,
    columns: [
      ...groups.map((each) => ({ name: each, kind: 'text' as const })),
      ...countNames.map((each) => ({ name: columnOf(each), kind: 'count' as const })),
      ...rateNames.map((each) => ({ name: percentOf(each), kind: 'percent' as const })),
    ],
    sql: [
      `select\n${indented([...groups, ...countNames.map(columnOf), ...percents])}\nfrom (`,
      `select\n${indented([...groups, ...counts])}\nfrom sends\ngroup by ${groups.join(', ')}`,
      ') counted',
    ].join('\n'),
  };
}

/** In the order in which they depend on each other. */
export const views: readonly View[] = [
  events,
  sends,
  ratesBy('rates_by_day', []),
  ratesBy('rates_by_domain', ['sending_domain']),
  ratesBy('rates_by_template', ['template', 'template_version']),
  ratesBy('rates_by_mailbox', ['mailbox']),
  ratesBy('rates_by_provider', ['provider', 'stream']),
];

/** `softBounced` is `soft_bounced` in SQL. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function percentOf(rate: string): string {
  return `${columnOf(rate)}_percent`;
}
