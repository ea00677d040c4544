import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmPlan, type AlarmsProps, fiveMinutes, twoOfThree } from './alarm-plan.ts';
import { mailfoldMetric } from './mailfold-metrics.ts';

export function receiverAlarms({ mailfoldName, api, ...settings }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'The receiver answers 5xx',
      means:
        'The API answers 5xx because of a fault in this stack. Providers retry webhooks, but only for a limited time.',
      metric: api.metricServerError({ period: fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      periods: twoOfThree,
    },
    {
      title: 'Many requests are refused',
      means: 'Many requests fail verification: a key is wrong, or somebody sends forged requests.',
      metric: mailfoldMetric(mailfoldName, 'Refused', { period: fiveMinutes }),
      threshold: 5 * (settings.refusalsPerMinute ?? 10),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Signatures are stale',
      means:
        'Correctly signed webhooks arrive with a timestamp outside the tolerance. Their events may be lost.',
      metric: mailfoldMetric(mailfoldName, 'Stale', { period: Duration.minutes(15) }),
      threshold: settings.staleSignatures ?? 5,
    },
  ];
}
