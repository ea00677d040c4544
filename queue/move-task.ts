import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
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
 * a program has put there. Returns how many it moved until it was done, or
 * until the time was up; it then goes on by itself.
 */
export async function moveEverything(
  { sqs, url, to }: Letters & { readonly to?: string },
  total: number,
  { rate, ...following }: Pace & TimeLimit,
): Promise<number> {
  const SourceArn = await arnOf(sqs, url);
  // A task that somebody else has started moves the same messages, and SQS runs only one at a time.
  if ((await latestTask(sqs, SourceArn))?.Status === 'RUNNING') return untilMoved(sqs, SourceArn, following);
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
    moved += await untilMoved(sqs, SourceArn, following);
  }
  return moved;
}

async function untilMoved(
  sqs: SQSClient,
  SourceArn: string | undefined,
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
    await delay(200);
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
