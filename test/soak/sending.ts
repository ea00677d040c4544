import { setTimeout as delay } from 'node:timers/promises';
import { sqsOf } from '../../cli/sqs-of.ts';
import { deliver } from '../../cli/storm/run.ts';
import type { Target } from '../../cli/target.ts';
import { outputs } from '../../lib/outputs.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import type { Counts } from './counts.ts';
import type { Ledger } from './ledger.ts';
import type { Shot } from './shots.ts';

type Sending = {
  readonly shots: Iterator<Shot>;
  readonly target: Target;
  readonly ledger: Ledger;
  readonly counts: Counts;
  readonly rate: number;
  /** When no new request is begun. */
  readonly isOver: () => boolean;
  readonly stopping: AbortSignal;
};

const atOnce = 6;
/** A small machine would otherwise collect a queue that it cannot drain in the time that remains. */
const deepestQueue = 400;
const longestPauseMillis = 4_000;

/** Sends the storm at no more than the given rate. Resolves when each request has got a definite answer. */
export async function sendStorm(sending: Sending): Promise<void> {
  const turn = pacer(sending.rate);
  const isFull = fullnessOf(sending);
  const takers = Array.from({ length: atOnce }, async () => {
    while (!sending.isOver() && !sending.stopping.aborted) {
      await turn();
      if (await isFull()) await delay(200);
      else await sendUntilAnswered(sending.shots.next().value as Shot, sending);
    }
  });
  await Promise.all(takers);
}

/** As providers do: a 4xx is final, anything else is tried again. */
async function sendUntilAnswered(shot: Shot, { target, ledger, counts, stopping }: Sending): Promise<void> {
  for (let pause = 200; !stopping.aborted; pause = Math.min(longestPauseMillis, pause * 2)) {
    counts.requests += 1;
    const status = await statusOf(shot, target);
    if (shot.delivery.sort === 'forged') return endForged(shot, status, ledger, counts);
    if (status === 200) {
      counts.accepted += 1;
      return ledger.accept(shot);
    }
    if (status >= 400 && status < 500 && status !== 429) return ledger.refuse(shot, status);
    counts.triedAgain += 1;
    await delay(pause);
  }
}

function endForged(shot: Shot, status: number, ledger: Ledger, counts: Counts): void {
  counts.forged += 1;
  if (status === 200) ledger.acceptForged(shot);
}

/** 0 when there was no answer. */
async function statusOf({ delivery }: Shot, target: Target): Promise<number> {
  try {
    return (await deliver(delivery, target)).status;
  } catch {
    return 0;
  }
}

function pacer(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const now = performance.now();
    next = Math.max(next + 1_000 / perSecond, now);
    await delay(next - now);
  };
}

/** Looks once a second. */
function fullnessOf({ target }: Sending): () => Promise<boolean> {
  let isFull = false;
  let lookedAt = 0;
  return async () => {
    if (Date.now() - lookedAt > 1_000) {
      lookedAt = Date.now();
      isFull = (await queueDepth(sqsOf(target), target.output(outputs.eventsQueueUrl))) > deepestQueue;
    }
    return isFull;
  };
}
