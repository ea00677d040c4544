import { type MetricGroup, namespace } from './metrics.ts';

/** Writes metrics to the log in CloudWatch's embedded metric format, one line for each group. */
export function metricsPublisher(stack: string): (groups: readonly MetricGroup[]) => void {
  // Without the stack, CloudWatch would add up all stacks of one account.
  const common = { service: process.env['POWERTOOLS_SERVICE_NAME'] ?? 'unknown', stack };
  return (groups) => {
    for (const group of groups) writeMetrics(group, common);
  };
}

/** `common` are dimensions of every set. */
export function writeMetrics(group: MetricGroup, common: Readonly<Record<string, string>> = {}): void {
  // Not console.log: Lambda wraps its text in a line of its own, in both log formats, and CloudWatch would find no metric in
  // it. A line on stdout that is JSON stays as it is.
  process.stdout.write(`${JSON.stringify(lineOf(group, common))}\n`);
}

/** `_aws` names the metrics and dimensions. Their values are fields of the same object. */
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
