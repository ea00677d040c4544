import type { Figures, Stats, StatsRow } from '../../app/stats.ts';
import { type CountName, differClearly, type RateName } from '../../core/rates.ts';
import { grouped, percent } from './percent.ts';
import { padded, widthOf } from './printable.ts';
import { sparkline } from './sparkline.ts';
import { groupInWords } from './stats-words.ts';
import { paint, type Style, type Terminal } from './terminal.ts';
import { wrapped } from './text.ts';

/** What a column shows: a rate, or by event day its count. `limit`: a share above it is a reason to look. */
type Column = {
  readonly title: string;
  readonly rate: RateName;
  readonly count: CountName;
  readonly isGood: boolean;
  readonly limit?: number;
};

/** The limits are those at which mailbox providers begin to refuse mail. */
const columns: readonly Column[] = [
  { title: 'delivered', rate: 'delivery', count: 'delivered', isGood: true },
  { title: 'bounced', rate: 'bounce', count: 'bounced', isGood: false, limit: 0.05 },
  { title: 'complaints', rate: 'complaint', count: 'complained', isGood: false, limit: 0.001 },
  { title: 'opened', rate: 'open', count: 'opened', isGood: true },
  { title: 'clicked', rate: 'click', count: 'clicked', isGood: true },
];

const tileWidth = 13;
const sendsWidth = 9;
const narrowWidth = 80;
const wideWidth = 100;
const shortestTrend = 10;

/** The answer for a terminal of 80 columns. */
export function statsLines(stats: Stats, terminal: Terminal): string[] {
  const { from, to, before, total, series, by } = stats;
  const basis = stats.basis === 'event-day' ? 'by the day of each event' : 'by the day of sending';
  return [
    paint('bold', `${from} to ${to}`, terminal) + paint('dim', `, ${basis}, days in UTC`, terminal),
    ...(before
      ? [
          paint(
            'dim',
            `before: ${before.from} to ${before.to} (▲▼ what it was then, ≈ no clear change)`,
            terminal,
          ),
        ]
      : []),
    '',
    ...tiles(total, before, series, terminal),
    ...(by ? ['', ...groupLines(by.dimension, by.rows, terminal)] : []),
  ];
}

/** The figures of all mail side by side: value, name, and what has changed. */
function tiles(
  total: Figures,
  before: Figures | undefined,
  series: Stats['series'],
  terminal: Terminal,
): string[] {
  const sends = grouped(total.counts.attempted);
  const values = [sends, ...columns.map((column) => valueIn(column, total))];
  const styles = ['bold' as const, ...columns.map((column) => styleOf(column, total, 'bold'))];
  const changes = before
    ? [
        changeOf(total.counts.attempted, before.counts.attempted),
        ...columns.map((column) => changeIn(column, total, before)),
      ]
    : [];
  return [
    inTiles(values, (value, index) => paint(styles[index] ?? 'bold', value, terminal)),
    inTiles(['sends', ...columns.map(({ title }) => title)], (title) => paint('dim', title, terminal)),
    ...(changes.some((change) => change !== '') ? [inTiles(changes, (change) => change)] : []),
    '',
    `${sparkline(
      series.map(({ counts }) => counts.attempted),
      60,
    )}  ${paint('dim', 'sends a day', terminal)}`,
    ...asideOf(total, terminal),
  ];
}

function inTiles(texts: readonly string[], styled: (text: string, index: number) => string): string {
  return texts
    .map((text, index) => styled(text, index) + ' '.repeat(Math.max(0, tileWidth - widthOf(text))))
    .join('')
    .trimEnd();
}

function valueIn({ rate, count }: Column, { counts, rates }: Figures): string {
  return rates ? percent(rates[rate].share) : grouped(counts[count]);
}

function styleOf({ rate, limit }: Column, { rates }: Figures, usual: Style): Style {
  const share = rates?.[rate].share ?? 0;
  return limit !== undefined && share > limit ? 'red' : usual;
}

/** Only what chance does not explain. */
function changeIn({ rate, count }: Column, now: Figures, before: Figures): string {
  if (!now.rates || !before.rates) return changeOf(now.counts[count], before.counts[count]);
  const [one, other] = [now.rates[rate], before.rates[rate]];
  if (one.share === null || other.share === null) return '';
  if (!differClearly(one, other)) return '≈';
  return `${one.share > other.share ? '▲' : '▼'} ${percent(other.share)}`;
}

function changeOf(now: number, before: number): string {
  if (before === 0) return '';
  const isClear = Math.abs(now - before) > 0.05 * before;
  return isClear ? `${now > before ? '▲' : '▼'} ${grouped(before)}` : '≈';
}

/** What has no tile. */
function asideOf({ counts, rates }: Figures, terminal: Terminal): string[] {
  const parts = [
    counts.softBounced > 0 &&
      `${rates ? percent(rates.softBounce.share) : grouped(counts.softBounced)} bounced softly`,
    counts.dropped > 0 && `${grouped(counts.dropped)} dropped by the provider`,
    counts.unsubscribed > 0 && `${grouped(counts.unsubscribed)} unsubscribed`,
    counts.machineOpened > 0 && `${grouped(counts.machineOpened)} opened by programs`,
  ].filter((part) => part !== false);
  const aside = wrapped(parts.join(' · '), '').map((line) => paint('dim', line, terminal));
  // A webhook without deliveries makes every rate meaningless, so it must be seen.
  const isOdd = counts.undelivered > Math.max(10, 0.05 * counts.delivered);
  return isOdd
    ? [
        ...aside,
        paint(
          'yellow',
          `${grouped(counts.undelivered)} sends were opened, clicked or complained about without a report of their delivery:`,
          terminal,
        ),
        paint('yellow', 'switch on the event "delivered" in the webhook of the provider.', terminal),
      ]
    : aside;
}

function groupLines(dimension: string, all: readonly StatsRow[], terminal: Terminal): string[] {
  const rows = all.filter(
    ({ figures: { counts }, before }) => counts.attempted > 0 || before?.counts.attempted,
  );
  const layout = layoutFor(rows, terminal);
  const titles = layout.columns.map(({ title }) => right(title, widthIn(title)));
  const head = `${padded(`by ${dimension}`, layout.name)}${right('sends', sendsWidth)}${titles.join('')}`;
  return [paint('dim', head, terminal), ...rows.map((row) => groupLine(row, layout, terminal))];
}

type Layout = { readonly columns: readonly Column[]; readonly name: number; readonly trend: number };

/** A wide terminal has room for another column, longer names and longer pictures. */
function layoutFor(rows: readonly StatsRow[], { out }: Terminal): Layout {
  const { columns: width = narrowWidth } = out as NodeJS.WriteStream;
  const shown = width < wideWidth ? columns.filter(({ rate }) => rate !== 'delivery') : columns;
  const numbers = shown.reduce((sum, { title }) => sum + widthIn(title), sendsWidth);
  const room = Math.max(narrowWidth, Math.min(width, 140)) - numbers - 2;
  const longest = Math.max(...rows.map(({ group }) => widthOf(groupInWords(group))), 12);
  const name = Math.min(longest + 1, room - shortestTrend);
  return { columns: shown, name, trend: room - name };
}

function widthIn(title: string): number {
  return Math.max(9, title.length + 1);
}

function groupLine({ group, figures, series, before }: StatsRow, layout: Layout, terminal: Terminal): string {
  const cells = layout.columns.map((column) => {
    const text = `${valueIn(column, figures)}${before ? markOf(column, figures, before) : ''}`;
    const space = ' '.repeat(Math.max(0, widthIn(column.title) - widthOf(text)));
    return space + paint(styleOf(column, figures, 'reset'), text, terminal);
  });
  const trend = sparkline(
    series.map(({ attempted }) => attempted),
    layout.trend,
  );
  const label = padded(cut(groupInWords(group), layout.name - 1), layout.name);
  const name = group.type === 'named' ? label : paint('dim', label, terminal);
  const sends = right(grouped(figures.counts.attempted), sendsWidth);
  return `${name}${sends}${cells.join('')}  ${paint('cyan', trend, terminal)}`.trimEnd();
}

/** Whether it has become clearly more or less. */
function markOf(column: Column, now: Figures, before: Figures): string {
  const [change = ''] = changeIn(column, now, before);
  return change === '▲' || change === '▼' ? change : ' ';
}

function right(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`;
}
