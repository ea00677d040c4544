import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { topicProvider } from '../providers/manifests.ts';
import { type AlarmPlan, type AlarmsProps, minute } from './alarm-plan.ts';

export function queueAlarms(props: AlarmsProps): AlarmPlan[] {
  const { queue, deadLetters, sesDeadLetters, visibilityTimeout } = props;
  const maxAge = props.maxQueueAge ?? Duration.seconds(2 * visibilityTimeout.toSeconds());
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
      means: 'The consumer does not keep up, or messages keep failing and will soon be dead letters.',
      metric: queue.metricApproximateAgeOfOldestMessage({ period: minute, statistic: 'Maximum' }),
      threshold: maxAge.toSeconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      periods: [3, 3],
    },
    {
      title: 'Dead letters are waiting',
      means:
        'Messages failed in every delivery. SQS deletes them 14 days after they were first sent; until you redrive them, their events are missing.',
      metric: messagesIn(deadLetters),
      threshold: 1,
    },
  ];
}
