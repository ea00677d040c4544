import { setTimeout as delay } from 'node:timers/promises';
import { outputs } from '../../lib/outputs.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { exitCodes, Problem } from '../problem.ts';
import { programName } from '../program-name.ts';
import { sqsOf } from '../sqs-of.ts';
import type { Target } from '../target.ts';
import { progress } from '../ui/progress.ts';
import type { Terminal } from '../ui/terminal.ts';

type DrainSettings = {
  /** Dead letters before the storm. */
  readonly deadBefore: number;
  /** Messages that can only end as dead letters. */
  readonly poisonSent: number;
  readonly patienceSeconds: number;
};

/** Waits until the queue is empty. Returns the time at which everything readable had been stored. */
export async function untilDrained(
  target: Target,
  { deadBefore, poisonSent, patienceSeconds }: DrainSettings,
  terminal: Terminal,
): Promise<number> {
  const depth = () => queueDepth(sqsOf(target), target.output(outputs.eventsQueueUrl));
  const total = await depth();
  const draining = progress('draining', total, terminal);
  const end = Date.now() + patienceSeconds * 1000;
  let shown = 0;
  let storedAt: number | undefined;
  for (;;) {
    const left = await depth();
    draining.advance(Math.max(0, total - left - shown));
    shown = Math.max(shown, total - left);
    const poisonLeft = poisonSent - ((await deadLetterCount(target)) - deadBefore);
    // Poison comes back until it is set aside; by then all else has been stored.
    if (left <= poisonLeft) storedAt ??= Date.now();
    if (left > 0) draining.note(waitingFor(left, poisonLeft));
    if (left === 0) break;
    if (Date.now() > end)
      throw new Problem(
        `the queue still holds ${left} messages after ${patienceSeconds} s; wait longer with --patience, or run \`${programName} doctor\``,
        exitCodes.no,
      );
    await delay(200);
  }
  draining.end();
  return storedAt ?? Date.now();
}

/** In words, because the bar stands still meanwhile. */
export function waitingFor(left: number, poisonLeft: number): string {
  if (left > poisonLeft) return '';
  return `all stored; retrying ${left} unreadable`;
}

export function deadLetterCount(target: Target): Promise<number> {
  return queueDepth(sqsOf(target), target.output(outputs.deadLetterQueueUrl));
}
