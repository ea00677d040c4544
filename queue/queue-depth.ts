import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueCounts } from '../app/ports/health.ts';

/** All messages of a queue. */
export async function queueDepth(sqs: SQSClient, queueUrl: string): Promise<number> {
  const { visible, inFlight, delayed } = await queueCounts(sqs, queueUrl);
  return visible + inFlight + delayed;
}

export async function queueCounts(sqs: SQSClient, QueueUrl: string): Promise<QueueCounts> {
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
  return {
    visible: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
  };
}
