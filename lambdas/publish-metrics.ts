import { Metrics } from '@aws-lambda-powertools/metrics';
import { type MetricGroup, namespace } from './metrics.ts';

// Powertools warns, on every line, when two sets of dimensions share one; `provider, type` and `type` do so on
// purpose. What else it could warn of, a metric or a dimension without a value, the tally does not let happen.
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Writes metrics to the log in CloudWatch's embedded format: one line for each set of dimensions. */
export function metricsPublisher(stack: string): (groups: readonly MetricGroup[]) => void {
  // Two stacks of one account would otherwise be added up.
  const metrics = new Metrics({ namespace, defaultDimensions: { stack }, logger: silent });
  return (groups) => {
    for (const { dimensionSets, values } of groups) {
      for (const dimensions of dimensionSets) metrics.addDimensions({ ...dimensions });
      for (const { name, unit, value } of values) metrics.addMetric(name, unit, value);
      metrics.publishStoredMetrics();
    }
  };
}
