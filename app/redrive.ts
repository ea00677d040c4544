import { type Answer, answer, refuse } from './answer.ts';
import { type Extent, type LookRequest, lookAt, selectsAll } from './dead-letters.ts';
import type { DeadLetterQueue, Pace } from './ports/dead-letters.ts';
import { noTimeLimit } from './ports/time-limit.ts';

export type RedriveRequest = LookRequest & {
  /** Must be true to send letters without a filter: a forgotten filter must not send everything. */
  readonly all?: boolean;
  readonly dryRun?: boolean;
};

export type Redriven = Extent & {
  readonly moved: number;
  readonly left: number;
  readonly dryRun: boolean;
};

/** Sends the selected dead letters back to the events queue. */
export async function redriveDeadLetters(
  request: RedriveRequest,
  queue: DeadLetterQueue,
  pace: Pace,
): Promise<Answer<Redriven>> {
  const { filter, all = false, dryRun = false } = request;
  if (!all && selectsAll(filter))
    return refuse('letters-not-chosen', 'expected all dead letters, or some by provider or reason');
  const redriven = selectsAll(filter)
    ? answer(await redriveAll(request, queue, pace))
    : await redriveSome(request, queue, pace);
  return redriven.ok ? answer({ ...redriven.value, dryRun }) : redriven;
}

type Moved = Omit<Redriven, 'dryRun'>;

async function redriveAll(
  { dryRun, timeLimit = noTimeLimit }: RedriveRequest,
  queue: DeadLetterQueue,
  pace: Pace,
): Promise<Moved> {
  const total = await queue.depth();
  if (dryRun) return { moved: total, left: 0, lookedAt: 0, total, isComplete: true };
  const moved = total === 0 ? 0 : await queue.sendAllAgain(total, { ...pace, ...timeLimit });
  const left = await queue.depth();
  return { moved, left, lookedAt: moved, total: Math.max(total, moved), isComplete: left === 0 };
}

async function redriveSome(
  request: RedriveRequest,
  queue: DeadLetterQueue,
  pace: Pace,
): Promise<Answer<Moved>> {
  let moved = 0;
  const extent = await lookAt({ ...request, rate: pace.rate }, queue, async (letters, sendAgain) => {
    if (!request.dryRun) {
      await sendAgain(letters);
      pace.onSent?.(letters.length);
    }
    moved += letters.length;
  });
  if (!extent.ok) return extent;
  const left = request.dryRun ? extent.value.total - moved : await queue.depth();
  return answer({ moved, left, ...extent.value });
}
