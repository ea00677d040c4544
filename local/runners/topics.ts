import { SNS } from '@aws-sdk/client-sns';
import { type AwsService, readForm } from '../aws-service.ts';
import { clientSettings } from '../clients.ts';
import type { Emulator } from '../emulator.ts';
import { arnOf, identityOf } from '../identity.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { queues } from './queues.ts';

/** Creates the template's topics, in the same emulator as the queues. */
export const topics: Runner = {
  types: ['AWS::SNS::Topic'],
  identify({ generatedName, property }) {
    const name = property<string>('TopicName') ?? generatedName;
    const arn = arnOf('sns', name);
    return identityOf(name, arn, { ref: arn, attributes: { TopicArn: arn, TopicName: name } });
  },
  async start(resources, run) {
    run.serve(createSnsService(run.started(queues)));
    const client = new SNS(clientSettings(run.awsEndpoint));
    try {
      await Promise.all(resources.map((topic) => ensureTopic(topic, client)));
    } finally {
      client.destroy();
    }
  },
};

async function ensureTopic(topic: LocalResource, client: SNS): Promise<void> {
  await client.createTopic({ Name: topic.name });
  // Subscriptions hold no messages, so those of an earlier run are replaced.
  const { Subscriptions: earlier = [] } = await client.listSubscriptionsByTopic({ TopicArn: topic.arn });
  for (const { SubscriptionArn } of earlier) await client.unsubscribe({ SubscriptionArn });
}

/** SNS uses an older protocol than the other services: actions come as form fields. */
function createSnsService(emulator: Emulator): AwsService {
  return {
    name: 'sns',
    read: (request) => readForm('sns', request),
    answer: (_, request) => emulator.forward(request),
    rights: ({ action, body }) => [{ action: `sns:${action}`, resources: [String(body['TopicArn'])] }],
  };
}
