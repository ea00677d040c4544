import { setTimeout as delay } from 'node:timers/promises';
import type { FunctionPool } from '../function-pool.ts';
import type { Discarded } from './on-failure.ts';
import { afterInvocation, type Batch, type Retrying } from './stream-batch.ts';
import type { Deliver } from './stream-poller.ts';
import type { StreamRecord } from './stream-record.ts';

export type Delivering = Retrying & {
  /** Undefined for no limit. */
  readonly mostAgeSeconds: number | undefined;
  /** The longest pause before a batch is tried again. */
  readonly retrySeconds: number;
};

/** Invokes the function until all records are done or given up. The shard waits meanwhile. */
export function createDelivery(
  pool: Pick<FunctionPool, 'invoke'>,
  delivering: Delivering,
  discard: (discarded: Discarded) => Promise<void>,
): Deliver {
  return async (shardId, records, onDone, stopping) => {
    let batches: readonly Batch[] = records.length > 0 ? [{ records, retries: 0 }] : [];
    let invocations = 0;

    async function giveUp(condition: Discarded['condition'], given: readonly StreamRecord[]): Promise<void> {
      if (given.length === 0) return;
      await discard({ condition, shardId, records: given, invocations });
      onDone(lastOf(given));
    }

    for (let [batch, ...others] = batches; batch; [batch, ...others] = batches) {
      const expired = batch.records.slice(0, expiredCount(batch.records, delivering.mostAgeSeconds));
      await giveUp('RecordAgeExceeded', expired);
      const fresh = { ...batch, records: batch.records.slice(expired.length) };
      batches = others;
      if (fresh.records.length === 0) continue;
      const invocation = await pool.invoke({ Records: fresh.records });
      invocations += 1;
      const { done, again, discarded } = afterInvocation(fresh, invocation, delivering);
      if (done > 0) onDone(lastOf(fresh.records.slice(0, done)));
      // A batch that fails because the stack stops has used up nothing.
      if (stopping.aborted && done < fresh.records.length) return false;
      await giveUp('RetryAttemptsExhausted', discarded);
      batches = [...again, ...others];
      if (again.length > 0) await pause(invocations, delivering.retrySeconds, stopping);
      if (stopping.aborted && batches.length > 0) return false;
    }
    return true;
  };
}

/** The oldest records come first, so those that have expired do too. */
function expiredCount(records: readonly StreamRecord[], mostAgeSeconds: number | undefined): number {
  if (mostAgeSeconds === undefined) return 0;
  // A minute later than its time says, which DynamoDB Local cuts off at the minute.
  const oldest = Date.now() / 1_000 - mostAgeSeconds - 60;
  const fresh = records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldest);
  return fresh === -1 ? records.length : fresh;
}

function lastOf(records: readonly StreamRecord[]): string {
  return records.at(-1)?.dynamodb.SequenceNumber ?? '';
}

async function pause(failures: number, mostSeconds: number, stopping: AbortSignal): Promise<void> {
  const millis = Math.min(mostSeconds * 1_000, 100 * 2 ** Math.min(failures, 10));
  await delay(millis, undefined, { signal: stopping }).catch(() => {});
}
