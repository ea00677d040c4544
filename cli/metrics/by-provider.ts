import type { Measured } from './measured.ts';
import { percentile } from './statistics.ts';

/** What most people want to know: what came in, what was turned away, and how fast it was stored. */
export type ProviderTraffic = {
  readonly provider: string;
  readonly accepted: number;
  readonly refused: number;
  readonly stored: number;
  readonly repeated: number;
  readonly unreadable: number;
  /** From the event to its storage, over the slowest events of each run. Absent when nothing was stored. */
  readonly lagSeconds?: { readonly p50: number; readonly p95: number };
};

/** Metrics that count for each column. */
const columns = {
  accepted: ['Accepted'],
  refused: ['Refused', 'Stale', 'TooLarge', 'Unavailable'],
  stored: ['Stored'],
  repeated: ['Repeated'],
  unreadable: ['Poison'],
} as const;

/** The most events first. */
export function trafficByProvider(measured: readonly Measured[]): ProviderTraffic[] {
  const groups = Map.groupBy(
    measured.filter(({ name, of }) => of['provider'] !== undefined && name !== 'Imported'),
    ({ of }) => String(of['provider']),
  );
  const traffic = [...groups].map(([provider, own]): ProviderTraffic => {
    const sum = (names: readonly string[]) =>
      own.filter(({ name }) => names.includes(name)).reduce((total, { value }) => total + value, 0);
    const lags = own
      .filter(({ name }) => name === 'LagSeconds')
      .map(({ value }) => value)
      .toSorted((one, other) => one - other);
    return {
      provider,
      accepted: sum(columns.accepted),
      refused: sum(columns.refused),
      stored: sum(columns.stored),
      repeated: sum(columns.repeated),
      unreadable: sum(columns.unreadable),
      ...(lags.length > 0 && { lagSeconds: { p50: percentile(lags, 0.5), p95: percentile(lags, 0.95) } }),
    };
  });
  return traffic.toSorted((one, other) => other.stored - one.stored);
}

/** New evidence by cause, the most frequent first. A few soft bounces do not suppress an address yet. */
export function evidenceByCause(measured: readonly Measured[]): Count[] {
  return countsBy(measured, 'Suppressions', 'cause');
}

/** Events of the past by provider. They are not part of its traffic. */
export function importedByProvider(measured: readonly Measured[]): Count[] {
  return countsBy(measured, 'Imported', 'provider');
}

type Count = [what: string, count: number];

function countsBy(measured: readonly Measured[], metric: string, dimension: string): Count[] {
  const counts = new Map<string, number>();
  for (const { name, of, value } of measured) {
    const what = of[dimension];
    if (name === metric && what) counts.set(what, (counts.get(what) ?? 0) + value);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
