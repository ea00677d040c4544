import type { DeadLetter } from '../../app/ports/dead-letters.ts';
import { deadLettersOf } from '../../cli/dead-letters-of.ts';
import { sqsOf } from '../../cli/sqs-of.ts';
import type { Target } from '../../cli/target.ts';
import { outputs } from '../../lib/outputs.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import type { Counts } from './counts.ts';
import { pause } from './pause.ts';

export type Drained = {
  /** Messages that are still in the events queue. */
  readonly left: number;
  readonly letters: readonly DeadLetter[];
};

/** A queue that does not get shorter for this long will not empty. */
const patienceSeconds = 180;
/** Without faults, one round is enough; a second one shows that it was. */
const rounds = 4;

const everything = { most: Number.POSITIVE_INFINITY, afterwards: 'visible', hasTime: () => true } as const;

/** Waits until the queue is empty, and redrives the dead letters that can be read. */
export async function drain(target: Target, counts: Counts, stopping: AbortSignal): Promise<Drained> {
  const queue = deadLettersOf(target, 'events');
  for (let round = 1; ; round += 1) {
    const left = await untilEmpty(target, stopping);
    const isLast = round === rounds || left > 0 || stopping.aborted;
    const letters: DeadLetter[] = [];
    let sent = 0;
    await queue.look(everything, async (some, sendAgain) => {
      const readable = isLast ? [] : some.filter(canBeRead);
      await sendAgain(readable);
      sent += readable.length;
      letters.push(...some);
    });
    if (sent === 0) return { left, letters };
    counts.redriven += sent;
  }
}

/** Whether any event of it can be read: then it died of trouble, and not because of what it says. */
export function canBeRead({ provider, headers, body }: DeadLetter): boolean {
  try {
    const normalized = normalizersWith({})(provider)?.normalize({ headers, body: Buffer.from(body) });
    return (normalized?.events.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Returns how many messages are left when it gives up. */
async function untilEmpty(target: Target, stopping: AbortSignal): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  let since = Date.now();
  for (;;) {
    const depth = await queueDepth(sqsOf(target), target.output(outputs.eventsQueueUrl));
    if (depth < fewest) {
      fewest = depth;
      since = Date.now();
    }
    if (depth === 0 || Date.now() - since > patienceSeconds * 1_000) return depth;
    if (!(await pause(0.3, stopping))) return depth;
  }
}
