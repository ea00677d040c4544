import type { EventPattern } from '../event-pattern.ts';
import type { StreamRecord } from './stream-record.ts';

/** Lambda's limit for an event, minus room for the JSON around the records. */
const batchBytes = 6 * 1_024 * 1_024 - 4_096;

/** The records of a shard that have been read and are not yet done. */
export type Backlog = {
  /** Whether there are enough records for a batch. */
  readonly isFull: boolean;
  /** Whether there is no record to deliver. */
  readonly isEmpty: boolean;
  /** The sequence number to read on from. */
  readonly readTo: string | undefined;
  /** The sequence number up to which all records are taken or not wanted. */
  readonly doneTo: string | undefined;
  add(records: readonly StreamRecord[]): void;
  /** Removes the records of one batch. */
  take(): StreamRecord[];
};

type Waiting = { readonly record: StreamRecord; readonly bytes: number };

export function createBacklog(
  { batchSize, isWanted }: { readonly batchSize: number; readonly isWanted: EventPattern },
  start: string | undefined,
): Backlog {
  const waiting: Waiting[] = [];
  let bytes = 0;
  let readTo = start;
  let lastTaken = start;
  return {
    get isFull() {
      return waiting.length >= batchSize || bytes >= batchBytes;
    },
    get isEmpty() {
      return waiting.length === 0;
    },
    get readTo() {
      return readTo;
    },
    get doneTo() {
      // Records that are not wanted and follow the last batch are done with it.
      return waiting.length === 0 ? readTo : lastTaken;
    },
    add(records) {
      for (const record of records) {
        readTo = record.dynamodb.SequenceNumber;
        if (!isWanted(record)) continue;
        const size = Buffer.byteLength(JSON.stringify(record)) + 1;
        waiting.push({ record, bytes: size });
        bytes += size;
      }
    },
    take() {
      let count = 0;
      let taken = 0;
      for (const { bytes: size } of waiting) {
        if (count > 0 && (count >= batchSize || taken + size > batchBytes)) break;
        count += 1;
        taken += size;
      }
      bytes -= taken;
      const records = waiting.splice(0, count).map(({ record }) => record);
      lastTaken = records.at(-1)?.dynamodb.SequenceNumber ?? lastTaken;
      return records;
    },
  };
}
