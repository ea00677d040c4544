import { failures } from './metrics.ts';
import { writeMetrics } from './publish-metrics.ts';

/**
 * Counts failures that Lambda does not see, because the function answers all the same. A canary rollout watches the new version
 * alone, so each version has a metric. It costs something only if the version fails.
 */
export function countFailures(count: number): void {
  const { AWS_LAMBDA_FUNCTION_NAME: name = '', AWS_LAMBDA_FUNCTION_VERSION: version = '$LATEST' } =
    process.env;
  if (count === 0 || version === '$LATEST') return;
  writeMetrics({
    dimensionSets: [{ [failures.by[0]]: name, [failures.by[1]]: version }],
    values: [{ name: failures.metric, unit: 'Count', value: count }],
  });
}
