import type { Random } from '../../cli/storm/random.ts';
import type { LocalStack } from '../../local/local-stack.ts';
import type { Counts } from './counts.ts';
import type { FaultyTables } from './faulty-tables.ts';
import { pause } from './pause.ts';
import type { QueueTrouble } from './queue-trouble.ts';

/** A function, and the sign that it is in the middle of its work. */
type Victim = { readonly weight: number; readonly name: string; busy(): Promise<void> };

/** Kills functions while they work, as a crash or a lost machine would. */
export async function killFunctions(
  stack: LocalStack,
  { tables, queue }: { readonly tables: FaultyTables; readonly queue: QueueTrouble },
  random: Random,
  counts: Counts,
  stopping: AbortSignal,
): Promise<void> {
  const victims: readonly Victim[] = [
    {
      weight: 3,
      name: 'MailfoldConsumer',
      busy: () => tables.nextCall(['BatchGetItem', 'BatchExecuteStatement', 'UpdateItem']),
    },
    { weight: 1, name: 'MailfoldReceiver', busy: () => queue.nextSend() },
  ];
  while (await pause(5 + random.next() * 15, stopping)) {
    const victim = random.pickByWeight(victims);
    await Promise.race([victim.busy(), untilAborted(stopping)]);
    // A moment later the call may have been executed, or not.
    if (!(await pause(random.next() * 0.03, stopping))) return;
    const { pids } = stack.function(victim.name);
    if (pids.length > 0 && kill(random.pick(pids))) counts.kills += 1;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
    return false;
  }
}
