import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { topicProvider } from '../providers/manifests.ts';
import { type AlarmPlan, type AlarmsProps, minute, twoOfThree } from './alarm-plan.ts';
import { mailfoldMetric } from './mailfold-metrics.ts';

export function queueAlarms(props: AlarmsProps): AlarmPlan[] {
  const { queue, deadLetters, sesDeadLetters, visibilityTimeout } = props;
  const maxAge = props.maxQueueAge ?? Duration.seconds(Math.ceil(1.2 * visibilityTimeout.toSeconds()));
  const messagesIn = (letters: IQueue) =>
    letters.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' });
  return [
    {
      title: `${topicProvider.title} dead letters are waiting`,
      means: `SNS could not deliver ${topicProvider.title} events to the events queue and will not retry.`,
      metric: messagesIn(sesDeadLetters),
      threshold: 1,
    },
    {
      title: 'Events wait too long',
      means: 'The consumer does not keep up, or does not run.',
      metric: queue.metricApproximateAgeOfOldestMessage({ period: minute, statistic: 'Maximum' }),
      threshold: maxAge.toSeconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      periods: [3, 3],
    },
    messagesFail(props),
    {
      title: 'Dead letters are waiting',
      means:
        'Messages failed in every delivery. SQS deletes them 14 days after they were first sent; until you redrive them, their events are missing.',
      metric: messagesIn(deadLetters),
      threshold: 1,
    },
  ];
}

/**
 * The age of the oldest message leaves out every message that was received three times, so it does not show the messages that
 * fail. This counts what the consumer hands back, and runs that crash and hand back everything. A message that fails comes
 * back once in each visibility timeout: in two of three such periods, something failed twice.
 */
function messagesFail({ mailfoldName, consumer, visibilityTimeout }: AlarmsProps): AlarmPlan {
  const period = Duration.minutes(Math.ceil(visibilityTimeout.toSeconds() / 60));
  return {
    title: 'Messages keep failing',
    means: 'Messages fail again and again, and will soon be dead letters.',
    metric: new MathExpression({
      expression: 'FILL(unfinished, 0) + FILL(errors, 0)',
      usingMetrics: {
        unfinished: mailfoldMetric(mailfoldName, 'Unfinished', { period }),
        errors: consumer.metricErrors({ period, statistic: 'Sum' }),
      },
      period,
      label: 'messages to be retried, and runs that failed',
    }),
    threshold: 1,
    periods: twoOfThree,
  };
}
