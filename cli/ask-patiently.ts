import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../app/answer.ts';
import { outputs } from '../lib/outputs.ts';
import type { Target } from './target.ts';
import { printError, type Terminal } from './ui/terminal.ts';
import { countOf } from './ui/text.ts';

const patienceMillis = 10_000;

/**
 * Asks about a message. When none of its events is stored but messages are waiting in the queue, it may be among them: then
 * it is asked about again for some seconds.
 */
export async function askPatiently<Value>(
  ask: () => Promise<Answer<Value>>,
  target: Target,
  terminal: Terminal,
): Promise<Answer<Value>> {
  let answer = await ask();
  if (!isUnknown(answer)) return answer;
  const queued = await queueReader(target);
  const waiting = await queued();
  if (waiting === 0) return answer;
  printError(
    terminal,
    `No event about it is stored yet, but ${countOf(waiting, 'queue message')} ${waiting === 1 ? 'is' : 'are'} being processed; waiting up to ${patienceMillis / 1_000} s …`,
  );
  const end = Date.now() + patienceMillis;
  for (let isLast = false; isUnknown(answer) && !isLast; ) {
    await delay(200);
    // Read before asking again: what was in the queue has then been stored.
    isLast = (await queued()) === 0 || Date.now() > end;
    answer = await ask();
  }
  return answer;
}

/** Loads the client of the queues, which is needed only here. */
async function queueReader(target: Target): Promise<() => Promise<number>> {
  const [{ queueDepth }, { sqsOf }] = await Promise.all([
    import('../queue/queue-depth.ts'),
    import('./sqs-of.ts'),
  ]);
  return () => queueDepth(sqsOf(target), target.output(outputs.eventsQueueUrl));
}

function isUnknown<Value>(answer: Answer<Value>): boolean {
  return !answer.ok && answer.refusal.code === 'message-unknown';
}
