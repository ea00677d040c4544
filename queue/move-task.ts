import { setTimeout as delay } from 'node:timers/promises';
import {
  CancelMessageMoveTaskCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  ResourceNotFoundException,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { Pace } from '../app/ports/dead-letters.ts';
import type { TimeLimit } from '../app/ports/time-limit.ts';
import type { Letters } from './receive-letters.ts';

const maxTries = 3;
/** The most that SQS accepts. */
const maxRate = 500;

/**
 * Lets SQS move all messages of a dead-letter queue back to their source queue, or to the queue `to`: SQS knows no source of messages that
 * a program has put there. Ends at `total`: letters that fail again come back while the others are moved, and a task goes on until its
 * queue is empty. Returns how many were moved, also when the time is up before; the task then goes on by itself.
 */
export async function moveEverything(
  { sqs, url, to }: Letters & { readonly to?: string },
  total: number,
  { rate, ...following }: Pace & TimeLimit,
): Promise<number> {
  const SourceArn = await arnOf(sqs, url);
  // A task that somebody else has started moves the same messages, and SQS runs only one at a time.
  if ((await latestTask(sqs, SourceArn))?.Status === 'RUNNING')
    return untilMoved(sqs, SourceArn, Number.POSITIVE_INFINITY, following);
  const DestinationArn = to && (await arnOf(sqs, to));
  const task = {
    SourceArn,
    ...(DestinationArn && { DestinationArn }),
    ...(rate && { MaxNumberOfMessagesPerSecond: Math.min(rate, maxRate) }),
  };
  let moved = 0;
  // SQS moves only visible messages. Letters that were just handed back become visible a second later.
  for (let tries = 0; moved < total && tries < maxTries && following.hasTime(); tries += 1) {
    if (tries > 0) await delay(1_500);
    await sqs.send(new StartMessageMoveTaskCommand(task));
    moved += await untilMoved(sqs, SourceArn, total - moved, following);
  }
  return moved;
}

async function untilMoved(
  sqs: SQSClient,
  SourceArn: string | undefined,
  most: number,
  { onSent, hasTime }: Pace & TimeLimit,
): Promise<number> {
  for (let shown = 0; ; ) {
    const task = await latestTask(sqs, SourceArn);
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    onSent?.(moved - shown);
    shown = moved;
    if (task?.Status === 'FAILED')
      throw new Error(
        `SQS stopped moving messages: ${task.FailureReason ?? 'it gave no reason'}; those not moved are still dead letters`,
      );
    if (task?.Status !== 'RUNNING' || !hasTime()) return moved;
    if (moved >= most) {
      await cancel(sqs, task);
      return moved;
    }
    await delay(200);
  }
}

async function cancel(sqs: SQSClient, { TaskHandle }: ListMessageMoveTasksResultEntry): Promise<void> {
  try {
    await sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

async function latestTask(
  sqs: SQSClient,
  SourceArn: string | undefined,
): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results[0];
}

async function arnOf(sqs: SQSClient, QueueUrl: string): Promise<string | undefined> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return Attributes?.QueueArn;
}
