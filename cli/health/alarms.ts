import { AlarmType, CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import type { AlarmFacts, AlarmSubscriptions } from '../../app/ports/health.ts';
import { outputs } from '../../lib/outputs.ts';
import { snsOf } from '../sns-of.ts';
import type { Target } from '../target.ts';

export async function readAlarms(target: Target): Promise<AlarmFacts[]> {
  const client = new CloudWatchClient(target.settings);
  const found: AlarmFacts[] = [];
  const query = {
    AlarmNamePrefix: `${target.output(outputs.mailfoldName)}: `,
    // Without it, CloudWatch leaves out composite alarms.
    AlarmTypes: [AlarmType.MetricAlarm, AlarmType.CompositeAlarm],
  };
  for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms({ client }, query))
    for (const { AlarmName: name = '', StateValue, StateTransitionedTimestamp, StateUpdatedTimestamp } of [
      ...MetricAlarms,
      ...CompositeAlarms,
    ]) {
      const since = StateTransitionedTimestamp ?? StateUpdatedTimestamp;
      found.push({ name, isRaised: StateValue === 'ALARM', ...(since && { since }) });
    }
  return found;
}

export async function readAlarmSubscriptions(target: Target): Promise<AlarmSubscriptions> {
  const topicArn = target.output(outputs.alarmTopicArn);
  const arns = await subscriptionsOf(target, topicArn);
  const confirmed = arns.filter(({ isConfirmed }) => isConfirmed).length;
  return { topicArn, confirmed, pending: arns.length - confirmed };
}

/** Whether the topic delivers to a queue. */
export async function hasQueue(target: Target, topicArn: string): Promise<boolean> {
  const found = await subscriptionsOf(target, topicArn);
  return found.some(({ protocol, isConfirmed }) => protocol === 'sqs' && isConfirmed);
}

async function subscriptionsOf(target: Target, TopicArn: string) {
  const found: { readonly protocol?: string; readonly isConfirmed: boolean }[] = [];
  const pages = paginateListSubscriptionsByTopic({ client: snsOf(target) }, { TopicArn });
  // A subscription that waits for confirmation has no ARN yet.
  for await (const { Subscriptions = [] } of pages)
    for (const { Protocol: protocol, SubscriptionArn } of Subscriptions)
      found.push({ protocol, isConfirmed: SubscriptionArn?.startsWith('arn:') ?? false });
  return found;
}
