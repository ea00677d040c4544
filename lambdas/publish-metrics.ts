import { type MetricGroup, namespace } from './metrics.ts';

/** Writes metrics to the log in CloudWatch's embedded format: one line for each set of dimensions. */
export function metricsPublisher(stack: string): (groups: readonly MetricGroup[]) => void {
  // Two stacks of one account would otherwise be added up.
  const common = { service: process.env['POWERTOOLS_SERVICE_NAME'] ?? 'unknown', stack };
  return (groups) => {
    // Not by console.log: Lambda puts a time and an id in front of that, and CloudWatch finds no metric in such a line.
    for (const group of groups) process.stdout.write(`${JSON.stringify(lineOf(group, common))}\n`);
  };
}

/** What names a metric in `_aws` has its value beside it; so has every dimension. */
function lineOf({ dimensionSets, values }: MetricGroup, common: Readonly<Record<string, string>>) {
  return {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: dimensionSets.map((dimensions) => Object.keys({ ...common, ...dimensions })),
          Metrics: values.map(({ name, unit }) => ({ Name: name, Unit: unit })),
        },
      ],
    },
    ...Object.assign({}, common, ...dimensionSets),
    ...Object.fromEntries(values.map(({ name, value }) => [name, value])),
  };
}
