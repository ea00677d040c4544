import type { Message } from '@aws-sdk/client-sqs';
import type { MappingSettings, Poll } from './event-source-mapping.ts';
import type { FunctionPool } from './function-pool.ts';
import type { PolledQueue } from './polled-queue.ts';
import { doneWith, takeBatch, toSqsRecord } from './sqs-batch.ts';

/** Lambda's limit for an event, minus room for the JSON around the records. */
const batchBytes = 6 * 1_024 * 1_024 - 4_096;

/** How long an idle poller waits before it looks again: a message can also become visible again. */
const idleMillis = 250;

export type Batching = MappingSettings & { readonly windowSeconds: number };

/** Carries messages from a queue to a function, as Lambda's pollers do. */
export function pollQueue(queue: PolledQueue, pool: FunctionPool, settings: Batching): Poll {
  return async (stopping) => {
    let backlog: Message[] = [];
    while (!stopping.aborted || backlog.length > 0) {
      if (backlog.length === 0) backlog = await collect(queue, settings, stopping);
      const release = queue.hold([...backlog]);
      const batch = backlog.splice(0, takeBatch(backlog, settings.batchSize, batchBytes));
      if (batch.length > 0) await handle(batch, queue, pool, settings).finally(release);
      else release();
    }
  };
}

/**
 * A full batch, or what has arrived when the batching window closes. It closes early when the queue has been idle for a moment:
 * somebody is waiting for the result, and waiting on would not fill the batch.
 */
async function collect(
  queue: PolledQueue,
  { batchSize, windowSeconds }: Batching,
  stopping: AbortSignal,
): Promise<Message[]> {
  const collected = await queue.receive(batchSize, idleMillis, stopping);
  const closesAt = Date.now() + windowSeconds * 1_000;
  while (collected.length > 0 && collected.length < batchSize && !stopping.aborted) {
    const askedAt = Date.now();
    if (askedAt >= closesAt) break;
    const waitMillis = Math.min(closesAt - askedAt, idleMillis);
    const more = await queue.receive(batchSize - collected.length, waitMillis, stopping);
    collected.push(...more);
    // An answer without a message that comes sooner means that one has just arrived.
    if (more.length === 0 && Date.now() - askedAt >= idleMillis) break;
  }
  return collected;
}

async function handle(
  batch: readonly Message[],
  queue: PolledQueue,
  pool: FunctionPool,
  { sourceArn, reportsItemFailures }: Batching,
): Promise<void> {
  const invocation = await pool.invoke({ Records: batch.map((message) => toSqsRecord(message, sourceArn)) });
  const ids = batch.map(({ MessageId }) => MessageId ?? '');
  const done = new Set(doneWith(ids, invocation, reportsItemFailures));
  const deleted = await queue.remove(batch.filter(({ MessageId }) => done.has(MessageId ?? '')));
  await queue.retrySoon(batch.filter(({ MessageId }) => !deleted.has(MessageId ?? '')));
}
