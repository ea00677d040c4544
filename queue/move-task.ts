import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { Pace } from '../app/ports/dead-letters.ts';

const maxTries = 3;

/** Lets SQS move all messages of a dead-letter queue back to their source queue. Returns how many it moved. */
export async function moveEverything(
  sqs: SQSClient,
  QueueUrl: string,
  total: number,
  { rate, onSent = () => {} }: Pace,
): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const task = { SourceArn: Attributes?.QueueArn, ...(rate && { MaxNumberOfMessagesPerSecond: rate }) };
  let moved = 0;
  // SQS moves only visible messages. Letters that were just handed back become visible a second later.
  for (let tries = 0; moved < total && tries < maxTries; tries += 1) {
    if (tries > 0) await delay(1_500);
    await sqs.send(new StartMessageMoveTaskCommand(task));
    moved += await untilMoved(sqs, task.SourceArn, onSent);
  }
  return moved;
}

async function untilMoved(
  sqs: SQSClient,
  SourceArn: string | undefined,
  onMoved: (count: number) => void,
): Promise<number> {
  for (let shown = 0; ; ) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const [task] = Results;
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    onMoved(moved - shown);
    shown = moved;
    if (task?.Status === 'FAILED')
      throw new Error(
        `SQS stopped moving messages: ${task.FailureReason ?? 'it gave no reason'}; those not moved are still dead letters`,
      );
    if (task?.Status !== 'RUNNING') return moved;
    await delay(200);
  }
}
