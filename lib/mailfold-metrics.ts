import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type DimensionName,
  type Dimensions,
  type MetricName,
  metrics,
  namespace,
} from '../lambdas/metrics.ts';

/** A metric that the receiver or the consumer writes, under one of the sets of dimensions they use. */
export function mailfoldMetric(
  stack: string,
  name: MetricName,
  options: { period: Duration; dimensions?: Dimensions; label?: string; color?: string },
): Metric {
  const { from, fold, by } = metrics[name];
  const dimensions = options.dimensions ?? {};
  const names = Object.keys(dimensions);
  // CloudWatch does not report an error for dimensions that nobody writes: the graph or alarm would just stay empty.
  if (!by.some((set) => set.length === names.length && set.every((each) => names.includes(each))))
    throw new Error(
      `expected dimensions that the metric ${name} is written with, found ${names.join(', ') || 'none'}; see lambdas/metrics.ts`,
    );
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

/** New events of one type, of all providers together. */
export function storedOf(stack: string, type: string, period: Duration): Metric {
  return mailfoldMetric(stack, 'Stored', { period, dimensions: { type } });
}

/** One line for each combination of values in CloudWatch: a template cannot know which providers are in use. */
export function mailfoldMetricBy(
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
