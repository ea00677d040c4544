import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmPlan, AlarmsProps } from './alarm-plan.ts';
import { storedOf } from './mailfold-metrics.ts';

/** What the events say about the operator's mail. */
export function mailAlarms({ mailfoldName, ...settings }: AlarmsProps): AlarmPlan[] {
  const minimum = settings.minimumDeliveries ?? 200;
  return [
    {
      title: 'Too many hard bounces',
      means: 'Too much of your mail goes to addresses that do not exist. Providers may stop sending for you.',
      metric: bounceRate(mailfoldName, Duration.hours(1), minimum),
      threshold: settings.bounceRatePercent ?? 5,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Too many complaints',
      means: 'Too many recipients report your mail as spam. Mailbox providers may start to refuse it.',
      metric: complaintRate(mailfoldName, Duration.days(1), minimum),
      threshold: settings.complaintRatePercent ?? 0.1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
  ];
}

/** In percent; 0 with fewer than `minimum` messages. */
export function bounceRate(mailfoldName: string, period: Duration, minimum: number): MathExpression {
  return rate('hard bounces, %', period, {
    expression: `IF(good + bad >= ${minimum}, 100 * bad / (good + bad), 0)`,
    good: storedOf(mailfoldName, 'delivered', period),
    bad: storedOf(mailfoldName, 'hard_bounce', period),
  });
}

/** In percent; 0 with fewer than `minimum` deliveries. A single complaint is not a rate, so it counts as 0 too. */
export function complaintRate(mailfoldName: string, period: Duration, minimum: number): MathExpression {
  return rate('complaints, %', period, {
    expression: `IF(good >= ${minimum} AND bad >= 2, 100 * bad / good, 0)`,
    good: storedOf(mailfoldName, 'delivered', period),
    bad: storedOf(mailfoldName, 'complaint', period),
  });
}

function rate(
  label: string,
  period: Duration,
  { expression, good, bad }: { expression: string; good: Metric; bad: Metric },
) {
  return new MathExpression({
    // A period without a bounce has no data point, and without FILL the whole expression would have none.
    expression: expression.replaceAll(/\b(good|bad)\b/g, 'FILL($1, 0)'),
    usingMetrics: { good, bad },
    period,
    label,
  });
}
