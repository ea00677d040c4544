import { describe, expect, it } from 'vitest';
import { openCheckpoints } from '../../local/streams/checkpoints.ts';
import { pollStream } from '../../local/streams/stream-poller.ts';
import type { StreamReader } from '../../local/streams/stream-reader.ts';
import type { StreamRecord } from '../../local/streams/stream-record.ts';

const record = (number: number) => ({ dynamodb: { SequenceNumber: String(number) } }) as StreamRecord;

/** A shard in which one more record stands whenever somebody asks. */
function busyShard(): StreamReader & { reads: number } {
  const shard = {
    reads: 0,
    shards: async () => [{ id: 'shard' }],
    async read() {
      shard.reads += 1;
      return { records: [record(shard.reads)], isLast: false };
    },
    close: () => {},
  };
  return shard;
}

async function readsUntil(isWanted: boolean, isEnough: (reads: number, batches: number) => boolean) {
  const shard = busyShard();
  const stopping = new AbortController();
  let batches = 0;
  const polling = { batchSize: 1_000, windowSeconds: 1, isWanted: () => isWanted };
  const poll = pollStream(shard, openCheckpoints('mapping', 'stream'), polling, async (_shard, records) => {
    if (records.length > 0) batches += 1;
    if (isEnough(shard.reads, batches)) stopping.abort();
    return true;
  });
  await poll(stopping.signal);
  return shard.reads;
}

describe('reading a stream to which records are added all the time', () => {
  it('asks a few times within a batching window, not whenever there is one more record', async () => {
    // Four times a second, and once or twice more when a timer fires early. Without the pause it would be thousands.
    expect(await readsUntil(true, (_reads, batches) => batches === 1)).toBeLessThan(10);
  });

  it('does the same when no record is wanted', async () => {
    expect(await readsUntil(false, (reads) => reads === 3)).toBe(3);
  });
});
