import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmPlan, type AlarmsProps, fiveMinutes, minute, twoOfThree } from './alarm-plan.ts';
import { notCalled } from './not-called-alarm.ts';

/** The stream forgets events after 24 hours. An hour's delay is no problem yet, and leaves time. */
const mostDelay = Duration.hours(1);

export function lakeAlarms({ mailfoldName, lake }: AlarmsProps): AlarmPlan[] {
  if (!lake) return [];
  const hour = Duration.hours(1);
  return [
    {
      title: 'The historian falls behind',
      means:
        'New events reach the lake late. After 24 hours they leave the stream, and only a repair brings them in.',
      metric: lake.historian.metric('IteratorAge', { period: fiveMinutes, statistic: 'Maximum' }),
      threshold: mostDelay.toMilliseconds(),
      periods: twoOfThree,
    },
    {
      title: 'The historian is not called',
      means:
        'Events are stored, and Lambda has not passed one to the historian for two hours. After 24 hours they leave the stream, and only a repair brings them in.',
      ...notCalled(mailfoldName, lake.historian),
    },
    {
      title: 'The historian gave up on events',
      means: 'Some events are in the tables and not in the lake, because writing them failed for a day.',
      metric: lake.failures.metricApproximateNumberOfMessagesVisible({
        period: minute,
        statistic: 'Maximum',
      }),
      threshold: 1,
    },
    {
      title: 'The tidier is late',
      means:
        'No run of the tidier has succeeded for three hours. Questions get slower, and forgotten people stay in the lake.',
      metric: new MathExpression({
        expression: 'runs - FILL(errors, 0)',
        usingMetrics: {
          runs: lake.tidier.metricInvocations({ period: hour, statistic: 'Sum' }),
          errors: lake.tidier.metricErrors({ period: hour, statistic: 'Sum' }),
        },
        period: hour,
        label: 'runs that succeeded',
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: [3, 3],
      // A tidier that does not run at all writes no metric.
      treatMissingData: TreatMissingData.BREACHING,
    },
  ];
}
