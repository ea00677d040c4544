import type { Invocation } from '../function-environment.ts';
import { failedIds } from '../item-failures.ts';
import type { StreamRecord } from './stream-record.ts';

/** Records that are passed to the function together. */
export type Batch = {
  readonly records: readonly StreamRecord[];
  /** How often they have been passed to the function again. */
  readonly retries: number;
};

export type Retrying = {
  readonly reportsItemFailures: boolean;
  readonly bisects: boolean;
  /** Undefined for no limit. */
  readonly mostRetries: number | undefined;
};

/** What comes after an invocation. */
export type Outcome = {
  /** How many records from the front are done. */
  readonly done: number;
  /** The other records, in the order in which they have to be tried. */
  readonly again: readonly Batch[];
  /** Records that have been tried often enough. */
  readonly discarded: readonly StreamRecord[];
};

/**
 * By Lambda's rules for streams: the records that follow the first failed one fail too, and a split costs no retry.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function afterInvocation(batch: Batch, invocation: Invocation, retrying: Retrying): Outcome {
  const done = doneOf(batch.records, invocation, retrying.reportsItemFailures);
  const records = batch.records.slice(done);
  if (records.length === 0) return { done, again: [], discarded: [] };
  if (retrying.bisects && batch.records.length > 1) {
    const half = Math.ceil(records.length / 2);
    const parts = done > 0 ? [records] : [records.slice(0, half), records.slice(half)];
    return { done, again: parts.map((part) => ({ ...batch, records: part })), discarded: [] };
  }
  // Whether progress gives a batch its retries back is not documented; here it does not.
  const retries = batch.retries + 1;
  const isSpent = retrying.mostRetries !== undefined && retries > retrying.mostRetries;
  return isSpent
    ? { done, again: [], discarded: records }
    : { done, again: [{ records, retries }], discarded: [] };
}

function doneOf(
  records: readonly StreamRecord[],
  invocation: Invocation,
  reportsItemFailures: boolean,
): number {
  if (!invocation.ok) return 0;
  if (!reportsItemFailures) return records.length;
  const failed = failedIds(invocation.response);
  if (!failed) return 0;
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  // A number of another batch fails the whole batch.
  const indexes = failed.map((number) => numbers.indexOf(number));
  return indexes.length === 0 ? records.length : Math.max(0, Math.min(...indexes));
}
