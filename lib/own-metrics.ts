import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type DimensionName,
  type Dimensions,
  type MetricName,
  metrics,
  namespace,
} from '../lambdas/metrics.ts';

/** One of the metrics that our functions write, with the dimensions they write it under. */
export function ownMetric(
  stack: string,
  name: MetricName,
  options: { period: Duration; dimensions?: Dimensions; label?: string; color?: string },
): Metric {
  const { from, fold, by } = metrics[name];
  const dimensions = options.dimensions ?? {};
  const names = Object.keys(dimensions);
  // CloudWatch would show nothing, for ever, and say nothing.
  if (!by.some((set) => set.length === names.length && set.every((each) => names.includes(each))))
    throw new Error(`expected dimensions that ${name} is kept under, found ${names.join(', ') || 'none'}`);
  return new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { service: `mailfold-${from}`, stack, ...dimensions },
    statistic: fold === 'sum' ? 'Sum' : 'Maximum',
    period: options.period,
    label: options.label,
    color: options.color,
  });
}

/** A line for every value that there has been: which providers are in use is known to the metrics only. */
export function ownMetricBy(
  stack: string,
  name: MetricName,
  by: readonly DimensionName[],
  options: { period: Duration; label?: string },
): MathExpression {
  const { from, fold } = metrics[name];
  const schema = [namespace, 'service', 'stack', ...by].join(',');
  const wanted = `MetricName="${name}" service="mailfold-${from}" stack="${stack}"`;
  const statistic = fold === 'sum' ? 'Sum' : 'Maximum';
  return new MathExpression({
    expression: `SEARCH('{${schema}} ${wanted}', '${statistic}', ${options.period.toSeconds()})`,
    label: options.label ?? '',
    period: options.period,
    usingMetrics: {},
  });
}
