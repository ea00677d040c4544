import type { LoggedLine } from '../function-log.ts';

/** One value of a metric, as one run of a function measured it. */
export type Measured = {
  readonly name: string;
  readonly unit: string;
  /** Provider, type, reason or cause. */
  readonly of: Readonly<Record<string, string>>;
  readonly value: number;
};

type Directive = { Dimensions: string[][]; Metrics: { Name: string; Unit?: string }[] };

/** A line names its metrics and dimensions in `_aws`; their values are fields of the line. */
export function measuredIn({ fields }: LoggedLine): Measured[] {
  const { CloudWatchMetrics = [] } = (fields['_aws'] ?? {}) as { CloudWatchMetrics?: Directive[] };
  return CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) => {
    // The longest set of dimensions has the details; the others are its sums.
    const finest = Dimensions.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const own = finest.filter((name) => name !== 'service' && name !== 'stack');
    const of = Object.fromEntries(own.map((name) => [name, String(fields[name])]));
    return Metrics.flatMap(({ Name: name, Unit: unit = 'None' }) =>
      [fields[name]].flat().map((value) => ({ name, unit, of, value: Number(value) })),
    );
  });
}
