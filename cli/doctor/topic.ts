import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { outputs } from '../../lib/outputs.ts';
import { topicProvider } from '../../providers/manifests.ts';
import { deployCommand } from '../next-commands.ts';
import { snsOf } from '../sns-of.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';

const what = `${topicProvider.title} topic`;

export const topic: Check = {
  what,
  async run(target) {
    const TopicArn = target.output(outputs.sesTopicArn);
    const { Subscriptions = [] } = await snsOf(target).send(
      new ListSubscriptionsByTopicCommand({ TopicArn }),
    );
    const isSubscribed = Subscriptions.some(
      // A subscription that waits for confirmation has no ARN yet.
      ({ Protocol, SubscriptionArn }) => Protocol === 'sqs' && SubscriptionArn?.startsWith('arn:'),
    );
    if (isSubscribed) return [well(what, 'delivers to the queue')];
    const repair = target.isLocal ? 'npm start -- --fresh' : deployCommand(target);
    return [unwell(what, `no queue is subscribed, so ${topicProvider.title} events are lost`, repair)];
  },
};
