import type { Emulator } from './emulator.ts';

export async function attributesOf(
  emulator: Emulator,
  queueUrl: string,
): Promise<Readonly<Record<string, string>>> {
  const input = { QueueUrl: queueUrl, AttributeNames: ['All'] };
  const answer = await emulator.sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', input);
  return answer.Attributes;
}

/** The ARNs of the queues that send their dead letters to this one. */
export async function sourcesOf(emulator: Emulator, deadLetterArn: string): Promise<string[]> {
  const { QueueUrls: urls = [] } = await emulator.sqs<{ QueueUrls?: string[] }>('ListQueues', {});
  const queues = await Promise.all(urls.map((url) => attributesOf(emulator, url)));
  return queues.flatMap(({ QueueArn, RedrivePolicy }) => {
    const policy = JSON.parse(RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string };
    return QueueArn && policy.deadLetterTargetArn === deadLetterArn ? [QueueArn] : [];
  });
}
