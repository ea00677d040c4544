import { includesStatus, joinStatus, type MessageStatus } from '../core/fold-status.ts';
import { type Outcome, type Store, type Write, writeRemaining } from './store.ts';
import { includesRow, joinRows, type SuppressionRow, withoutRepeats } from './suppression-rows.ts';

type Memory = {
  /** At this number of rows, the older half is dropped. */
  readonly maxRows: number;
  readonly keptMillis: number;
};

/** The row exists. A status row contains at least `status`, a row of an address at least `row`. */
type Known = { readonly until: number; readonly status?: MessageStatus; readonly row?: SuppressionRow };

// Most repeats come within minutes, and a row takes about 400 bytes of memory.
const defaultMemory: Memory = { maxRows: 20_000, keptMillis: 600_000 };

/**
 * Skips writes that this instance has already done. It remembers them for a few minutes, much shorter than the window in
 * which a repeated event is recognised.
 */
export function rememberingStore(store: Store, clock: () => Date, memory: Memory = defaultMemory): Store {
  // Two maps, because repeatedly deleting the oldest entry of one map becomes slow.
  let newer = new Map<string, Known>();
  let older = new Map<string, Known>();

  const recall = (name: string, now: number): Known | undefined => {
    const known = newer.get(name) ?? older.get(name);
    return known && known.until > now ? known : undefined;
  };

  const isDone = (write: Write, now: number): boolean => {
    const known = recall(write.name, now);
    if (!known || write.type === 'event') return known !== undefined;
    if (write.type === 'suppression') return known.row !== undefined && includesRow(known.row, write.row);
    return known.status !== undefined && includesStatus(known.status, write.status);
  };

  const remember = (write: Write, outcome: Outcome | undefined, now: number) => {
    if (outcome?.type !== 'done') return;
    // A repeated event may have been stored long ago, so its window may end soon.
    if (write.type === 'event' && outcome.repeated) return;
    if (newer.size >= memory.maxRows / 2) {
      older = newer;
      newer = new Map();
    }
    const until = now + memory.keptMillis;
    const known = recall(write.name, now);
    if (write.type === 'event') newer.set(write.name, { until });
    else if (write.type === 'suppression')
      newer.set(write.name, { until, row: withoutRepeats(joinRows(known?.row, write.row)) });
    else newer.set(write.name, { until, status: joinStatus(known?.status, write.status) });
  };

  return {
    async writeAll(writes, isTimeUp) {
      const now = clock().getTime();
      const known = writes.map((write): Outcome | undefined =>
        isDone(write, now) ? { type: 'done', repeated: true } : undefined,
      );
      const outcomes = await writeRemaining(writes, known, (remaining) =>
        store.writeAll(remaining, isTimeUp),
      );
      for (const [index, write] of writes.entries()) if (!known[index]) remember(write, outcomes[index], now);
      return outcomes;
    },
  };
}
