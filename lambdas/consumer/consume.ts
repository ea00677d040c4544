import type { SuppressionEntry } from '../../core/suppression.ts';
import { type Normalizer, UnreadableBody, type UnreadableEvent } from '../../providers/provider.ts';
import {
  type Envelope,
  type QueuedWebhook,
  type QueueRecord,
  readEnvelope,
  toEnvelope,
} from '../../queue/envelope.ts';
import type { Outcome, Store, Write } from '../../store/store.ts';
import { entryIn, isHistory } from '../../store/suppression-rows.ts';
import type { Measure } from '../metrics.ts';
import { planWrites, type Reading } from './plan-writes.ts';

/** A queue message in Lambda's form. */
export type ConsumedRecord = QueueRecord & {
  readonly messageId: string;
  /** The count includes this delivery. */
  readonly attributes: { readonly ApproximateReceiveCount?: string };
};

export type ConsumeDependencies = {
  readonly normalizerOf: (provider: string) => Pick<Normalizer, 'normalize'> | undefined;
  /** The provider whose events come through the topic, without a provider name. */
  readonly topicProvider: string;
  readonly store: Store;
  /** Whether evidence of this cause is stored. Releases always are. */
  readonly isRecorded: (entry: SuppressionEntry) => boolean;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly isTimeUp: () => boolean;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
  /** Omit to record no metrics. */
  readonly meter?: { readonly measure: Measure; readonly now: () => Date };
};

type Read = Reading & {
  readonly record: ConsumedRecord;
  readonly webhook: QueuedWebhook;
  readonly unreadable: readonly UnreadableEvent[];
};

/**
 * Normalises, folds and stores events. Returns the ids of the unfinished messages: SQS delivers them again, and after
 * several deliveries moves them to the dead letters. A message is finished when every write it needs is done.
 */
export async function consume(
  records: readonly ConsumedRecord[],
  deps: ConsumeDependencies,
): Promise<string[]> {
  const unfinished: string[] = [];
  const reads: Read[] = [];
  for (const record of records) {
    const read = readOrReason(record, deps);
    if ('reason' in read) {
      deps.log.error('message cannot be read; it stays queued for retry', {
        queueMessageId: record.messageId,
        reason: read.reason,
      });
      unfinished.push(record.messageId);
      if (!wasCounted(record)) deps.meter?.measure('Poison', { provider: read.provider });
    } else reads.push(read);
  }

  const plan = planWrites(reads, deps.isRecorded);
  const outcomes = await deps.store.writeAll(plan.writes, deps.isTimeUp);
  for (const [index, read] of reads.entries()) {
    const missing = [...(plan.needs[index] ?? [])]
      .map((need) => outcomes[need])
      .filter((outcome) => outcome?.type !== 'done');
    if (missing.length > 0) reportMissing(read.record, missing, deps);
    if (missing.length > 0 || !(await splitOff(read, deps))) unfinished.push(read.record.messageId);
    else deps.meter?.measure('Finished', { provider: read.webhook.provider });
  }
  deps.meter?.measure('Unfinished', {}, unfinished.length);
  measureOutcomes(plan.writes, outcomes, deps);
  deps.log.info('batch consumed', {
    messages: records.length,
    unfinished: unfinished.length,
    ...countOf(plan.writes, outcomes),
  });
  return unfinished;
}

/** Why a message cannot be read. `provider` is `other` when the name is not a known provider. */
type Unread = { readonly provider: string; readonly reason: string };

function readOrReason(record: ConsumedRecord, deps: ConsumeDependencies): Read | Unread {
  // The metrics must not contain an arbitrary name from a message.
  let provider = 'other';
  try {
    const webhook = readEnvelope(record, deps.topicProvider);
    const normalizer = deps.normalizerOf(webhook.provider);
    if (!normalizer)
      return { provider, reason: 'expected the name of a known provider, found an unknown name' };
    provider = webhook.provider;
    const { events, unreadable } = normalizer.normalize(webhook.request);
    const [only] = unreadable;
    // It is the only event, so there is nothing to split off: after its retries the message becomes a dead letter.
    if (events.length === 0 && only && unreadable.length === 1) return { provider, reason: only.reason };
    return { record, webhook, receivedAt: webhook.receivedAt, events, unreadable };
  } catch (error) {
    if (error instanceof UnreadableBody) return { provider, reason: error.message };
    // Any other error is a bug of ours, and its message could quote the body.
    return {
      provider,
      reason: `normalising it failed with ${error instanceof Error ? error.name : 'an unknown error'}`,
    };
  }
}

/** Whether an earlier delivery, or the run that split it off from its batch, has already counted it as unreadable. */
function wasCounted({ attributes, messageAttributes }: ConsumedRecord): boolean {
  return (attributes.ApproximateReceiveCount ?? '1') !== '1' || Boolean(messageAttributes['reason']);
}

/**
 * Sends each unreadable event back to the queue in a message of its own, with the reason. The other events of its message
 * are stored by now. It becomes a dead letter alone, and can be redriven once the code can read it.
 */
async function splitOff({ record, webhook, unreadable }: Read, deps: ConsumeDependencies): Promise<boolean> {
  try {
    for (const { reason, body } of unreadable) {
      const envelope = toEnvelope({ ...webhook, request: { ...webhook.request, body }, reason });
      if (!envelope) throw new Error('expected an event that fits into a queue message, found a larger one');
      await deps.send(envelope);
      deps.log.error('event cannot be read; it was split off from its batch', {
        queueMessageId: record.messageId,
        reason,
      });
      deps.meter?.measure('Poison', { provider: webhook.provider });
      deps.meter?.measure('SplitOff', { provider: webhook.provider });
    }
    return true;
  } catch (error) {
    deps.log.error('event could not be split off; the whole message stays queued for retry', {
      queueMessageId: record.messageId,
      error,
    });
    return false;
  }
}

function reportMissing(
  record: ConsumedRecord,
  missing: readonly (Outcome | undefined)[],
  { log }: ConsumeDependencies,
) {
  const failure = missing.find((outcome) => outcome?.type === 'failed');
  const fields = { queueMessageId: record.messageId, writes: missing.length };
  if (failure)
    log.error('some writes failed; the message stays queued for retry', { ...fields, error: failure.error });
  else log.info('time ran out before all writes; the message stays queued for retry', fields);
}

function measureOutcomes(
  writes: readonly Write[],
  outcomes: readonly Outcome[],
  { meter }: ConsumeDependencies,
) {
  if (!meter) return;
  const now = meter.now().getTime();
  for (const [index, write] of writes.entries()) {
    const outcome = outcomes[index];
    if (outcome?.type !== 'done') continue;
    if (write.type === 'event') {
      const { provider, type, occurredAt } = write.event;
      meter.measure(outcome.repeated ? 'Repeated' : 'Stored', { provider, type });
      // A repeat was stored before, so its lag says nothing about the current speed.
      if (outcome.repeated) continue;
      if (type === 'unknown') meter.measure('Unknown', { provider });
      meter.measure('LagSeconds', { provider }, Math.max(0, (now - Date.parse(occurredAt)) / 1_000));
    } else if (write.type === 'suppression' && isHistory(write.row) && !outcome.repeated) {
      const entry = entryIn(write.row);
      if (entry?.type === 'evidence') meter.measure('Suppressions', { cause: entry.cause });
    }
  }
}

function countOf(writes: readonly Write[], outcomes: readonly Outcome[]) {
  const events = outcomes.filter((_, index) => writes[index]?.type === 'event');
  const done = events.filter((outcome) => outcome.type === 'done');
  const repeated = done.filter((outcome) => outcome.repeated).length;
  const suppressions = writes.filter((write, index) => {
    const outcome = outcomes[index];
    return (
      write.type === 'suppression' && isHistory(write.row) && outcome?.type === 'done' && !outcome.repeated
    );
  });
  return {
    stored: done.length - repeated,
    repeated,
    notStored: events.length - done.length,
    suppressions: suppressions.length,
  };
}
