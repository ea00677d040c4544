import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { type StreamEvent, streamEvent } from './stream-event.ts';

export type LiveEvents = { stop(): Promise<void> };

type From = 'LATEST' | 'TRIM_HORIZON';

/** Tells of each event that is stored from now on: the table's stream shows an event's row exactly once. */
export async function watchEvents(
  streamArn: string,
  settings: object,
  onEvent: (event: StreamEvent) => void,
): Promise<LiveEvents> {
  const client = new DynamoDBStreams(settings);
  const reader = streamReader(client, streamArn, onEvent);
  const stopping = new AbortController();
  await reader.start('LATEST');
  const running = readUntil(stopping.signal, reader);
  return {
    async stop() {
      stopping.abort();
      await running;
      client.destroy();
    },
  };
}

type StreamReader = { start(from: From): Promise<void>; read(): Promise<void> };

async function readUntil(stopping: AbortSignal, reader: StreamReader): Promise<void> {
  while (!stopping.aborted) {
    await reader.read().catch(async (error: Error) => {
      // An iterator can be tried again unless it has expired, perhaps while the machine slept: then only what comes
      // next can be shown.
      if (/^(ExpiredIterator|TrimmedDataAccess)/.test(error.name))
        await reader.start('LATEST').catch(() => {});
    });
    await delay(500, undefined, { signal: stopping }).catch(() => {});
  }
}

function streamReader(
  client: DynamoDBStreams,
  StreamArn: string,
  onEvent: (event: StreamEvent) => void,
): StreamReader {
  const iterators = new Map<string, string>();
  const seen = new Set<string>();

  async function discover(from: From): Promise<void> {
    const { StreamDescription } = await client.describeStream({ StreamArn });
    for (const { ShardId, SequenceNumberRange } of StreamDescription?.Shards ?? []) {
      if (!ShardId || seen.has(ShardId)) continue;
      seen.add(ShardId);
      // Closed before this start: only the past is in it.
      if (from === 'LATEST' && SequenceNumberRange?.EndingSequenceNumber) continue;
      const { ShardIterator } = await client.getShardIterator({
        StreamArn,
        ShardId,
        ShardIteratorType: from,
      });
      if (ShardIterator) iterators.set(ShardId, ShardIterator);
    }
  }

  return {
    async start(from) {
      iterators.clear();
      seen.clear();
      await discover(from);
    },
    async read() {
      for (const [shardId, iterator] of [...iterators]) {
        const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: iterator });
        for (const record of Records) {
          const event = streamEvent(record);
          if (event) onEvent(event);
        }
        if (NextShardIterator) iterators.set(shardId, NextShardIterator);
        else iterators.delete(shardId);
      }
      // A shard that has ended is continued in another, of which nothing has been seen yet.
      if (iterators.size === 0) await discover('TRIM_HORIZON');
    },
  };
}
