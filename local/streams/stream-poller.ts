import { setTimeout as delay } from 'node:timers/promises';
import type { EventPattern } from '../event-pattern.ts';
import type { Poll } from '../event-source-mapping.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Backlog, createBacklog } from './stream-backlog.ts';
import type { Page, Shard, StreamReader } from './stream-reader.ts';
import type { StreamRecord } from './stream-record.ts';

export type StreamPolling = {
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly isWanted: EventPattern;
};

/** Passes records of one shard to the function until they are done or given up; false when it was stopped before. */
export type Deliver = (
  shardId: string,
  records: readonly StreamRecord[],
  onDone: (sequenceNumber: string) => void,
  stopping: AbortSignal,
) => Promise<boolean>;

/** Lambda looks for new records four times a second; a laptop has better things to do while nothing happens. */
const pauses = { shortestMillis: 250, longestMillis: 1_000 };

/** A page with fewer records was the last for now: asking again at once would fetch a few records at a time, at the cost of the writes. */
const fullPage = 100;

/** Carries the records of a stream to a function, in order, as Lambda's pollers do. */
export function pollStream(
  reader: StreamReader,
  checkpoints: Checkpoints,
  polling: StreamPolling,
  deliver: Deliver,
): Poll {
  let shards: readonly Shard[] = [];
  return async (stopping) => {
    const backlogs = new Map<string, Backlog>();
    let pause = pauses.shortestMillis;
    while (!stopping.aborted) {
      const worked = await pollOnce(backlogs, stopping).catch(() => {
        // The stream may be unavailable for a moment. What was read and not delivered is read again.
        backlogs.clear();
        return false;
      });
      pause = worked ? pauses.shortestMillis : Math.min(pauses.longestMillis, pause * 1.5);
      if (!worked) await wait(pause, stopping);
    }
  };

  /** Whether there was something to deliver. */
  async function pollOnce(backlogs: Map<string, Backlog>, stopping: AbortSignal): Promise<boolean> {
    for (const shardId of await openShards()) {
      const known = backlogs.get(shardId);
      const backlog = known ?? createBacklog(polling, checkpoints.of(shardId).after);
      backlogs.set(shardId, backlog);
      const isLast = await collect(shardId, backlog, stopping);
      if (stopping.aborted) return false;
      const records = backlog.take();
      const isDelivered = await deliver(
        shardId,
        records,
        (after) => checkpoints.move(shardId, { after }),
        stopping,
      );
      if (!isDelivered) return false;
      moveOn(shardId, backlog, isLast);
      if (records.length > 0) return true;
    }
    return false;
  }

  /** A shard is read when the shard that it continues has been read to its end. */
  async function openShards(): Promise<string[]> {
    const isDone = (id: string | undefined) => id !== undefined && (checkpoints.of(id).isDone ?? false);
    const open = () =>
      shards.filter(
        ({ id, parentId }) =>
          !isDone(id) && !shards.some((each) => each.id === parentId && !isDone(parentId)),
      );
    // New shards continue old ones, so they are looked for when the old ones have ended.
    if (open().length === 0) shards = await reader.shards();
    return open().map(({ id }) => id);
  }

  /** Reads a full batch, or what has come when the batching window closes. Returns whether the shard has ended. */
  async function collect(shardId: string, backlog: Backlog, stopping: AbortSignal): Promise<boolean> {
    let closesAt: number | undefined;
    let page: Page = { records: [], isLast: false };
    while (!backlog.isFull && !page.isLast && !stopping.aborted) {
      page = await reader.read(shardId, backlog.readTo);
      backlog.add(page.records);
      const isFull = page.records.length >= fullPage;
      if (backlog.isEmpty) {
        if (page.records.length > 0) moveOn(shardId, backlog, false);
        if (isFull) continue;
        break;
      }
      closesAt ??= Date.now() + polling.windowSeconds * 1_000;
      const left = closesAt - Date.now();
      if (left <= 0) break;
      if (!isFull) await wait(Math.min(left, pauses.shortestMillis), stopping);
    }
    return page.isLast;
  }

  /** Past the records that are delivered or not wanted. */
  function moveOn(shardId: string, backlog: Backlog, isLast: boolean): void {
    const { doneTo: after } = backlog;
    const isDone = isLast && backlog.isEmpty;
    if (after !== checkpoints.of(shardId).after || isDone)
      checkpoints.move(shardId, { ...(after !== undefined && { after }), ...(isDone && { isDone }) });
  }
}

/** Moves the checkpoints of a new mapping to the end of each shard, so that it gets only records that come later. */
export async function skipToEnd(reader: StreamReader, checkpoints: Checkpoints): Promise<void> {
  for (const { id } of await reader.shards()) {
    let after: string | undefined;
    let page: Page;
    do {
      page = await reader.read(id, after);
      after = page.records.at(-1)?.dynamodb.SequenceNumber ?? after;
    } while (page.records.length > 0 && !page.isLast);
    // Also when there was no record, so that the next run knows that this mapping is not new.
    checkpoints.move(id, { ...(after !== undefined && { after }), ...(page.isLast && { isDone: true }) });
  }
}

async function wait(millis: number, stopping: AbortSignal): Promise<void> {
  await delay(millis, undefined, { signal: stopping }).catch(() => {});
}
