import { SNS } from '@aws-sdk/client-sns';
import { CannotStart } from '../cannot-start.ts';
import { clientSettings } from '../clients.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { attributesFrom } from '../string-attributes.ts';

/** Lets topics deliver to queues. */
export const subscriptions: Runner = {
  types: ['AWS::SNS::Subscription'],
  async start(resources, run) {
    const client = new SNS(clientSettings(run.awsEndpoint));
    try {
      for (const subscription of resources) await subscribe(subscription, client);
    } finally {
      client.destroy();
    }
  },
};

async function subscribe(subscription: LocalResource, client: SNS): Promise<void> {
  const protocol = subscription.property<string>('Protocol');
  if (protocol !== 'sqs') {
    throw new CannotStart(
      `${subscription.logicalId} has the protocol ${protocol}; local topics deliver only to queues`,
    );
  }
  const names = ['RawMessageDelivery', 'RedrivePolicy', 'FilterPolicy', 'FilterPolicyScope'];
  await client.subscribe({
    TopicArn: subscription.property<string>('TopicArn'),
    Protocol: protocol,
    Endpoint: subscription.property<string>('Endpoint'),
    Attributes: attributesFrom(subscription, names),
  });
}
