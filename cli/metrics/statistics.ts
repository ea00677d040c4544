import type { Measured } from './measured.ts';

/** All values of one metric with the same dimensions. Only numbers that mean something for its unit are there. */
export type Statistics = {
  readonly name: string;
  readonly of: Measured['of'];
  readonly unit: string;
  /** Runs of a function that measured it. */
  readonly runs: number;
  /** Not for seconds: their sum means nothing. */
  readonly total?: number;
  readonly perMinute?: number;
  /** Per run. Not for counts: a run handles as many requests or messages as there happen to be. */
  readonly average?: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly max?: number;
};

/** One entry per metric and dimensions, in the order in which the metrics first appear. */
export function statisticsOf(measured: readonly Measured[], minutes: number): Statistics[] {
  const groups = Map.groupBy(measured, ({ name, of }) => JSON.stringify([name, of]));
  return [...groups.values()].flatMap((values) => {
    const [first] = values;
    if (!first) return [];
    const { name, of, unit } = first;
    const numbers = values.map(({ value }) => value).toSorted((one, other) => one - other);
    return [{ name, of, unit, runs: numbers.length, ...numbersFor(unit, numbers, minutes) }];
  });
}

function numbersFor(unit: string, sorted: readonly number[], minutes: number): Partial<Statistics> {
  const total = sorted.reduce((sum, value) => sum + value, 0);
  const rate = { total, perMinute: rounded(total / minutes) };
  if (unit === 'Count') return rate;
  const average = rounded(total / sorted.length);
  const spread = { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: sorted.at(-1) ?? 0 };
  return unit === 'Seconds' ? { average, ...spread } : { ...rate, average, ...spread };
}

/** The smallest value that this share of the values does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
