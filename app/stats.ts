import { addDays, type Day, dayCount, dayOf, daysFrom } from '../core/day.ts';
import { momentFromMillis } from '../core/moment.ts';
import { addCounts, noCounts, type Rates, ratesOf, type SendCounts } from '../core/rates.ts';
import type { SendDimension } from '../core/send-dimension.ts';
import { type Answer, answer } from './answer.ts';
import { givenDays, givenDimension, ifGiven, limits, together } from './given.ts';
import type { Analytics, Basis, CountedSends, Group } from './ports/analytics.ts';
import type { Clock } from './ports/store.ts';

export type StatsQuestion = {
  /** The last days, today included. Or `from` and `to`, both included. */
  readonly days?: number;
  readonly from?: string;
  readonly to?: string;
  readonly by?: string;
  /** Also count the same number of days before. */
  readonly compare?: boolean;
  readonly basis?: Basis;
};

export type Figures = {
  readonly counts: SendCounts;
  /** Null by event day: a bounce and its send can be on different days, so dividing them means nothing. */
  readonly rates: Rates | null;
};
type Period = { readonly from: Day; readonly to: Day };

export type StatsRow = {
  readonly group: Group;
  readonly figures: Figures;
  /** One for each day of the period. */
  readonly series: readonly SendCounts[];
  /** The period before; only with `compare`. */
  readonly before?: Figures;
};

export type Stats = Period & {
  readonly basis: Basis;
  readonly total: Figures;
  /** The period before; only with `compare`. */
  readonly before?: Period & Figures;
  /** One for each day of the period. */
  readonly series: readonly (Figures & { readonly day: Day })[];
  readonly by?: {
    readonly dimension: SendDimension;
    /** A send with several tags is in several rows, so the rows add up to more than the total. */
    readonly rowsOverlap: boolean;
    /** The most frequent first, then all others together, then those for which the dimension is not told. */
    readonly rows: readonly StatsRow[];
  };
};

/** What became of the mail of some days: totals, each day, and groups by a dimension. */
export async function stats(
  question: StatsQuestion,
  { analytics, now }: { readonly analytics: Analytics } & Clock,
): Promise<Answer<Stats>> {
  const given = together({
    period: givenDays(question, dayOf(momentFromMillis(now().getTime()))),
    dimension: ifGiven(question.by, givenDimension),
  });
  if (!given.ok) return given;
  const { period, dimension } = given.value;
  const { basis = 'sending-day', compare = false } = question;
  const earlier = periodBefore(period);
  // One question for both periods, because every question reads the days around them too.
  const range = { from: compare ? earlier.from : period.from, to: period.to, basis };
  const rowsOverlap = dimension === 'tag';
  const [grouped, all] = await Promise.all([
    dimension
      ? analytics.countSends({
          ...range,
          by: { dimension, most: limits.statsGroups, rankedFrom: period.from },
        })
      : [],
    dimension && !rowsOverlap ? undefined : analytics.countSends(range),
  ]);
  const figuresOf = figuresBy(basis);
  const total = all ?? grouped;
  return answer({
    ...period,
    basis,
    total: figuresOf(total, period),
    ...(compare && { before: { ...earlier, ...figuresOf(total, earlier) } }),
    series: daysFrom(period.from, period.to).map((day) => ({
      day,
      ...figuresOf(total, { from: day, to: day }),
    })),
    ...(dimension && {
      by: { dimension, rowsOverlap, rows: rowsOf(grouped, figuresOf, period, compare ? earlier : undefined) },
    }),
  });
}

function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -dayCount(from, to)), to: addDays(from, -1) };
}

type FiguresOf = (counted: readonly CountedSends[], period: Period) => Figures;

function figuresBy(basis: Basis): FiguresOf {
  return (counted, period) => {
    const counts = countsIn(counted, period);
    return { counts, rates: basis === 'event-day' ? null : ratesOf(counts) };
  };
}

function countsIn(counted: readonly CountedSends[], { from, to }: Period): SendCounts {
  return counted
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, { counts }) => addCounts(sum, counts), noCounts);
}

function rowsOf(
  counted: readonly CountedSends[],
  figuresOf: FiguresOf,
  period: Period,
  earlier: Period | undefined,
): StatsRow[] {
  const groups = new Map<string, CountedSends[]>();
  for (const each of counted) {
    const name = JSON.stringify(each.group);
    const group = groups.get(name) ?? [];
    group.push(each);
    groups.set(name, group);
  }
  return [...groups.values()]
    .flatMap((sends): StatsRow[] => {
      const group = sends[0]?.group;
      if (!group) return [];
      const series = daysFrom(period.from, period.to).map((day) => countsIn(sends, { from: day, to: day }));
      const figures = figuresOf(sends, period);
      return [{ group, figures, series, ...(earlier && { before: figuresOf(sends, earlier) }) }];
    })
    .sort(byRank);
}

const ranks = { named: 0, other: 1, 'not-told': 2 } as const satisfies Record<Group['type'], number>;

function byRank(one: StatsRow, other: StatsRow): number {
  return (
    ranks[one.group.type] - ranks[other.group.type] ||
    other.figures.counts.attempted - one.figures.counts.attempted ||
    (nameOf(one.group) < nameOf(other.group) ? -1 : 1)
  );
}

function nameOf(group: Group): string {
  return group.type === 'named' ? group.name : '';
}
