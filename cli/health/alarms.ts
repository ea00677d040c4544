import { AlarmType, CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import type { AlarmFacts, AlarmSubscriptions } from '../../app/ports/health.ts';
import { outputs } from '../../lib/outputs.ts';
import { deliversToQueue, isConfirmed, type Subscription } from '../../queue/topic-subscriptions.ts';
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
  const found = await subscriptionsOf(target, topicArn);
  const confirmed = found.filter(isConfirmed).length;
  return { topicArn, confirmed, pending: found.length - confirmed };
}

/** Whether the topic delivers to a queue. */
export async function hasQueue(target: Target, topicArn: string): Promise<boolean> {
  return deliversToQueue(await subscriptionsOf(target, topicArn));
}

async function subscriptionsOf(target: Target, TopicArn: string): Promise<Subscription[]> {
  const found: Subscription[] = [];
  const pages = paginateListSubscriptionsByTopic({ client: snsOf(target) }, { TopicArn });
  for await (const { Subscriptions = [] } of pages) found.push(...Subscriptions);
  return found;
}
