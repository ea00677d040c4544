import type { MessageBroker } from './message-broker.ts';

export async function attributesOf(
  broker: MessageBroker,
  queueUrl: string,
): Promise<Readonly<Record<string, string>>> {
  const input = { QueueUrl: queueUrl, AttributeNames: ['All'] };
  const answer = await broker.sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', input);
  return answer.Attributes;
}

/** The ARNs of the queues that send their dead letters to this one. */
export async function sourcesOf(broker: MessageBroker, deadLetterArn: string): Promise<string[]> {
  const { QueueUrls: urls = [] } = await broker.sqs<{ QueueUrls?: string[] }>('ListQueues', {});
  const queues = await Promise.all(urls.map((url) => attributesOf(broker, url)));
  return queues.flatMap(({ QueueArn, RedrivePolicy }) => {
    const policy = JSON.parse(RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string };
    return QueueArn && policy.deadLetterTargetArn === deadLetterArn ? [QueueArn] : [];
  });
}
