import { includesStatus, joinStatus, type MessageStatus } from '../events/fold-status.ts';
import { eventRowKey, rowName, statusRowKey } from './keys.ts';
import { type Outcome, type Store, type Write, writeOpen } from './store.ts';
import { suppressionRowKey } from './suppression-row.ts';

export type Memory = {
  /** The oldest are forgotten first. */
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
  const rows = new Map<string, Known>();

  const recall = (name: string): Known | undefined => {
    const known = rows.get(name);
    return known && known.until > clock().getTime() ? known : undefined;
  };

  const isDone = (write: Write): boolean => {
    const known = recall(nameOf(write));
    if (!known) return false;
    return (
      write.type !== 'status' || (known.status !== undefined && includesStatus(known.status, write.status))
    );
  };

  const note = (write: Write, outcome: Outcome | undefined) => {
    if (outcome?.type !== 'done') return;
    // A repeated event may have been stored long ago, and its window may end in a moment.
    if (write.type === 'event' && outcome.repeated) return;
    const name = nameOf(write);
    const status = write.type === 'status' ? joinStatus(recall(name)?.status, write.status) : undefined;
    rows.delete(name);
    rows.set(name, { until: clock().getTime() + memory.keptMillis, ...(status && { status }) });
    const [oldest] = rows.size > memory.mostRows ? rows.keys() : [];
    if (oldest !== undefined) rows.delete(oldest);
  };

  return {
    async writeAll(writes, isTimeUp) {
      const known = writes.map((write): Outcome | undefined =>
        isDone(write) ? { type: 'done', repeated: true } : undefined,
      );
      const outcomes = await writeOpen(writes, known, (open) => store.writeAll(open, isTimeUp));
      for (const [index, write] of writes.entries()) if (!known[index]) note(write, outcomes[index]);
      return outcomes;
    },
  };
}

function nameOf(write: Write): string {
  switch (write.type) {
    case 'event':
      return rowName(eventRowKey(write.event));
    case 'suppression':
      return rowName(suppressionRowKey(write.entry));
    case 'status':
      return rowName(statusRowKey(write.key));
  }
}
