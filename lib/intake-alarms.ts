import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmPlan, type AlarmsProps, fiveMinutes, twoOfThree } from './alarm-plan.ts';
import { mailfoldMetric } from './mailfold-metrics.ts';

/** What keeps webhooks from the queue. */
export function intakeAlarms(props: AlarmsProps): AlarmPlan[] {
  return [receiverFails(props), ...refusals(props), ...noKeys(props), ...losses(props), apiFails(props)];
}

/** Not the API's own 5xx: that also counts requests of programs, and of strangers to a provider without keys. */
function receiverFails({ mailfoldName, receiver }: AlarmsProps): AlarmPlan {
  const options = { period: fiveMinutes, statistic: 'Sum' };
  return {
    title: 'The receiver answers 5xx',
    means:
      'Webhooks are answered 5xx because of a fault in this stack. Providers retry webhooks, but only for a limited time.',
    metric: new MathExpression({
      expression: 'FILL(unavailable, 0) + FILL(errors, 0) + FILL(throttles, 0)',
      usingMetrics: {
        unavailable: mailfoldMetric(mailfoldName, 'Unavailable', { period: fiveMinutes }),
        // Runs that crash or time out.
        errors: receiver.metricErrors(options),
        throttles: receiver.metricThrottles(options),
      },
      period: fiveMinutes,
      label: 'webhooks that were not accepted',
    }),
    threshold: 1,
    periods: twoOfThree,
  };
}

function refusals({ mailfoldName, refusalsPerMinute = 10, staleSignatures = 5 }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'Many requests are refused',
      means: 'Many requests fail verification: a key is wrong, or somebody sends forged requests.',
      metric: mailfoldMetric(mailfoldName, 'Refused', { period: fiveMinutes }),
      threshold: 5 * refusalsPerMinute,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      title: 'Signatures are stale',
      means:
        'Correctly signed webhooks arrive with a timestamp outside the tolerance. Their events may be lost.',
      metric: mailfoldMetric(mailfoldName, 'Stale', { period: Duration.minutes(15) }),
      threshold: staleSignatures,
    },
  ];
}

/** Only for providers that the operator has named: a stranger can post to any other, which has no keys either. */
function noKeys({ mailfoldName, expectedKeys }: AlarmsProps): AlarmPlan[] {
  return expectedKeys.map((provider) => ({
    title: 'A provider has no keys',
    about: provider,
    means: `Webhooks for ${provider} arrive and get a 503, because no key is set.`,
    metric: mailfoldMetric(mailfoldName, 'NoKeys', { period: fiveMinutes, dimensions: { provider } }),
    threshold: 1,
  }));
}

/** Several providers drop an event for good after such an answer, so one is enough. */
function losses({ mailfoldName, accessLog }: AlarmsProps): AlarmPlan[] {
  return [
    {
      title: 'Webhooks are too large',
      means: 'Genuine webhooks do not fit into a queue message. Some providers drop their events for good.',
      metric: mailfoldMetric(mailfoldName, 'TooLarge', {
        period: fiveMinutes,
        dimensions: { reason: 'does-not-fit' },
      }),
      threshold: 1,
    },
    {
      title: 'Requests are throttled',
      means:
        'More requests come than the throttle lets through, and get a 429. SNS drops such events for good.',
      metric: accessLog.throttled(fiveMinutes),
      threshold: 1,
    },
  ];
}

function apiFails({ accessLog }: AlarmsProps): AlarmPlan {
  return {
    title: 'The API answers 5xx',
    means: 'Programs that ask for a status or a suppression get a 5xx because of a fault in this stack.',
    metric: accessLog.apiFailures(fiveMinutes),
    threshold: 1,
    periods: twoOfThree,
  };
}
