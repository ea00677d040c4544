import type { SuppressionEntry } from '../../core/suppression.ts';
import { bodySizeOf, type Envelope } from '../../queue/envelope.ts';
import { inFlight } from '../../store/in-flight.ts';
import { planWrites } from '../../store/plan-writes.ts';
import type { Store } from '../../store/store.ts';
import type { Measure } from '../metrics.ts';
import { dateEvents, type TimesOf } from './date-events.ts';
import { WriteCounts } from './measure-writes.ts';
import { type ConsumedRecord, Progress } from './progress.ts';
import { type SliceDependencies, slicesOf } from './slices.ts';
import { splitOff } from './split-off.ts';

export type { ConsumedRecord } from './progress.ts';

export type ConsumeDependencies = SliceDependencies & {
  readonly store: Store;
  readonly timesOf: TimesOf;
  /** Whether evidence of this cause is stored. Releases always are. */
  readonly isRecorded: (entry: SuppressionEntry) => boolean;
  readonly send: (envelope: Envelope) => Promise<void>;
  /** Waits before rows that DynamoDB throttles are tried again. */
  readonly pause: (millis: number) => Promise<unknown>;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
  /** Told which providers had events stored. Omit to note nothing. */
  readonly onStored?: (providers: ReadonlySet<string>) => Promise<void>;
  /** Told how many messages had a write that failed, other than for a busy table. Omit to count none. */
  readonly onFailed?: (messages: number) => void;
  /** Omit to record no metrics. */
  readonly meter?: { readonly measure: Measure; readonly now: () => Date };
};

const sendsInFlight = 8;
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
  await storeAll(messages, counts, deps);
  const finished = new Set<string>();
  // Last, when everything else is done: only then does a message that is delivered again not send its copy again.
  await inFlight(messages, sendsInFlight, async (message) => {
    if (!(await finish(message, deps))) return;
    finished.add(message.record.messageId);
    // Finished is compared with what was accepted.
    if (!message.isImported) deps.meter?.measure('Finished', { provider: message.provider });
  });
  await deps.onStored?.(providersStored(messages));
  deps.onFailed?.(messages.filter(({ hasFailed }) => hasFailed).length);
  const unfinished = records.map(({ messageId }) => messageId).filter((id) => !finished.has(id));
  deps.meter?.measure('Unfinished', {}, unfinished.length);
  deps.log.info('batch consumed', {
    messages: records.length,
    unfinished: unfinished.length,
    ...counts.counts,
  });
  return unfinished;
}

/** Stores what can be read. Rows that DynamoDB throttles are tried again until time is up, after all others. */
async function storeAll(messages: readonly Progress[], counts: WriteCounts, deps: ConsumeDependencies) {
  for (let left = messages, isRetry = false; left.length > 0 && !deps.isTimeUp(); isRetry = true) {
    for (const read of slicesOf(left, deps)) {
      const slice = await dateEvents(read, deps.timesOf);
      const { writes, needs } = planWrites(slice, deps.isRecorded);
      const outcomes = await deps.store.writeAll(writes, deps.isTimeUp);
      for (const [index, { message }] of slice.entries())
        for (const need of needs[index] ?? []) message.noteOutcome(outcomes[need]);
      counts.add(writes, outcomes, isRetry);
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

/** Whether the message can be acknowledged. Logs why not. */
async function finish(message: Progress, deps: ConsumeDependencies): Promise<boolean> {
  const { log, isTimeUp } = deps;
  const fields = { queueMessageId: message.record.messageId, reason: message.reason };
  if (message.brokenBecause !== undefined) return stayWhole(message, deps);
  if (!message.isStored) {
    reportMissing(message, deps);
    return false;
  }
  if (message.unreadable.length === 0) return true;
  // Nothing would be left of the message, or it was split off before and would only be sent in circles.
  if (message.readableEvents === 0 || message.wasSplitOff) return stayWhole(message, deps);
  if (isTimeUp()) {
    log.info('time ran out before the unreadable events were split off; the message stays queued', fields);
    return false;
  }
  return sendUnreadable(message, deps);
}

function stayWhole(message: Progress, { log, meter }: ConsumeDependencies): boolean {
  log.error('message cannot be read; it stays queued for retry', {
    queueMessageId: message.record.messageId,
    reason: message.reason,
  });
  const { provider, unreadable } = message;
  if (!message.wasCounted) meter?.measure('Poison', { provider }, Math.max(1, unreadable.length));
  return false;
}

async function sendUnreadable(message: Progress, deps: ConsumeDependencies): Promise<boolean> {
  const { provider, reason, unreadable } = message;
  const fields = { queueMessageId: message.record.messageId, reason, events: unreadable.length };
  const envelope = splitOff(message, deps);
  if (!envelope) return stayWhole(message, deps);
  try {
    await deps.send(envelope);
  } catch (error) {
    deps.log.error('unreadable events could not be split off; the whole message stays queued for retry', {
      ...fields,
      error,
    });
    return false;
  }
  deps.log.error('some events cannot be read; they were split off from their batch', fields);
  deps.meter?.measure('Poison', { provider }, unreadable.length);
  deps.meter?.measure('SplitOff', { provider });
  return true;
}

function reportMissing({ record, error, missingWrites }: Progress, { log }: ConsumeDependencies): void {
  const fields = { queueMessageId: record.messageId, writes: missingWrites };
  if (error) log.error('some writes failed; the message stays queued for retry', { ...fields, error });
  else log.info('time ran out before all writes; the message stays queued for retry', fields);
}
