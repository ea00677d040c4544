import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Visible, in flight and delayed: all that a queue has not finished with. SQS calls its own count approximate. */
export async function queueDepth(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}
