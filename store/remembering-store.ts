import { includesStatus, joinStatus, type MessageStatus } from '../core/fold-status.ts';
import { type Outcome, type Store, type Write, writeOpen } from './store.ts';

type Memory = {
  /** When there are so many, the older half is forgotten. */
  readonly mostRows: number;
  readonly keptMillis: number;
};

/** What a row is known to say at the least: of events and evidence, that they are there. */
type Known = { readonly until: number; readonly status?: MessageStatus };

// Providers repeat within minutes if at all; a row takes some 400 bytes of memory.
const usualMemory: Memory = { mostRows: 20_000, keptMillis: 600_000 };

/**
 * Spares the writes that this instance knows to be done already. It only knows what it saw done itself a few
 * minutes ago, far within the window in which a repeated event is recognised.
 */
export function rememberingStore(store: Store, clock: () => Date, memory: Memory = usualMemory): Store {
  // Two halves, because a map from which one takes the oldest again and again becomes slow.
  let newer = new Map<string, Known>();
  let older = new Map<string, Known>();

  const recall = (name: string, now: number): Known | undefined => {
    const known = newer.get(name) ?? older.get(name);
    return known && known.until > now ? known : undefined;
  };

  const isDone = (write: Write, now: number): boolean => {
    const known = recall(write.name, now);
    if (!known || write.type !== 'status') return known !== undefined;
    return known.status !== undefined && includesStatus(known.status, write.status);
  };

  const note = (write: Write, outcome: Outcome | undefined, now: number) => {
    if (outcome?.type !== 'done') return;
    // A repeated event may have been stored long ago, and its window may end in a moment.
    if (write.type === 'event' && outcome.repeated) return;
    if (newer.size >= memory.mostRows / 2) {
      older = newer;
      newer = new Map();
    }
    const until = now + memory.keptMillis;
    if (write.type !== 'status') newer.set(write.name, { until });
    else newer.set(write.name, { until, status: joinStatus(recall(write.name, now)?.status, write.status) });
  };

  return {
    async writeAll(writes, isTimeUp) {
      const now = clock().getTime();
      const known = writes.map((write): Outcome | undefined =>
        isDone(write, now) ? { type: 'done', repeated: true } : undefined,
      );
      const outcomes = await writeOpen(writes, known, (open) => store.writeAll(open, isTimeUp));
      for (const [index, write] of writes.entries()) if (!known[index]) note(write, outcomes[index], now);
      return outcomes;
    },
  };
}
