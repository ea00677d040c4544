import type { SuppressionEntry } from '../../core/suppression.ts';
import { bodySizeOf } from '../../queue/envelope.ts';
import { planWrites } from '../../store/plan-writes.ts';
import type { Store } from '../../store/store.ts';
import { dateEvents, type TimesOf } from './date-events.ts';
import { type FinishDependencies, Finisher } from './finish.ts';
import { WriteCounts } from './measure-writes.ts';
import { type ConsumedRecord, Progress } from './progress.ts';
import { type SliceDependencies, slicesOf } from './slices.ts';

export type { ConsumedRecord } from './progress.ts';

export type ConsumeDependencies = SliceDependencies &
  FinishDependencies & {
    readonly store: Store;
    readonly timesOf: TimesOf;
    /** Whether evidence of this cause is stored. Releases always are. */
    readonly isRecorded: (entry: SuppressionEntry) => boolean;
    /** Waits before rows that DynamoDB throttles are tried again. */
    readonly pause: (millis: number) => Promise<unknown>;
    /** Told which providers had events stored. Omit to note nothing. */
    readonly onStored?: (providers: ReadonlySet<string>) => Promise<void>;
    /** Told how many messages had a write that failed, other than for a busy table. Omit to count none. */
    readonly onFailed?: (messages: number) => void;
  };

/** The store has waited already. This keeps a run from reading its messages again and again. */
const pauseBetweenTries = 500;

/**
 * Normalises, folds and stores events. Returns the ids of the unfinished messages: SQS delivers them again, and after
 * several deliveries moves them to the dead letters. A message is finished when every write it needs is done, and its
 * unreadable events are in a message of their own.
 */
export async function consume(
  records: readonly ConsumedRecord[],
  deps: ConsumeDependencies,
): Promise<string[]> {
  // The shortest first: if time runs out, a long post has not kept all others waiting.
  const messages = records
    .map((record) => new Progress(record))
    .sort((one, other) => bodySizeOf(one.record) - bodySizeOf(other.record));
  const counts = new WriteCounts(deps.meter);
  const finisher = new Finisher(deps);
  await storeAll(messages, counts, finisher, deps);
  await finisher.finish(messages);
  await deps.onStored?.(providersStored(messages));
  deps.onFailed?.(messages.filter(({ hasFailed }) => hasFailed).length);
  const unfinished = records.map(({ messageId }) => messageId).filter((id) => !finisher.finished.has(id));
  deps.meter?.measure('Unfinished', {}, unfinished.length);
  deps.log.info('batch consumed', {
    messages: records.length,
    unfinished: unfinished.length,
    ...counts.counts,
  });
  return unfinished;
}

/**
 * Stores what can be read, and finishes what is stored. Rows that DynamoDB throttles are tried again until time is up, after
 * all others.
 */
async function storeAll(
  messages: readonly Progress[],
  counts: WriteCounts,
  finisher: Finisher,
  deps: ConsumeDependencies,
) {
  for (let left = messages, isRetry = false; left.length > 0 && !deps.isTimeUp(); isRetry = true) {
    for (const read of slicesOf(left, deps)) {
      const slice = await dateEvents(read, deps.timesOf);
      const { writes, needs } = planWrites(slice, deps.isRecorded);
      const outcomes = await deps.store.writeAll(writes, deps.isTimeUp);
      for (const [index, { message }] of slice.entries())
        for (const need of needs[index] ?? []) message.noteOutcome(outcomes[need]);
      counts.add(writes, outcomes, isRetry);
      // Now, because throttled rows and long posts can take the rest of the time.
      await finisher.finish(left.filter(({ isStored }) => isStored));
      if (deps.isTimeUp()) return;
    }
    left = left.filter(({ isHeldUp }) => isHeldUp);
    if (left.length > 0) await deps.pause(pauseBetweenTries);
  }
}

function providersStored(messages: readonly Progress[]): Set<string> {
  const stored = messages.filter(({ isStored, readableEvents }) => isStored && readableEvents > 0);
  return new Set(stored.map(({ provider }) => provider));
}
