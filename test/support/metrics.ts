import { metrics } from '../../lambdas/metrics.ts';
import type { LocalStack } from '../../local/local-stack.ts';

type MetricLine = Readonly<Record<string, unknown>>;

/** The metrics in the logs of the functions, as CloudWatch would read them: one row for each value. */
export function measuredBy(stack: Pick<LocalStack, 'logs'>): MetricLine[] {
  const names = Object.keys(metrics);
  return [...stack.logs.values()].flat().flatMap(({ text }) => {
    if (!text.startsWith('{"_aws"')) return [];
    const { _aws, ...fields } = JSON.parse(text);
    const dimensions = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
    return Object.keys(fields)
      .filter((name) => names.includes(name))
      .map((name) => ({ name, value: fields[name], ...dimensions }));
  });
}
