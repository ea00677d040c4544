import { setTimeout as delay } from 'node:timers/promises';
import { type _Record, DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';

export type LiveEvent = {
  readonly provider: string;
  readonly type: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly occurredAt?: string;
};

export type LiveEvents = { stop(): Promise<void> };

/** Tells of each event that becomes known from now on: the table's stream shows an event's row exactly once. */
export async function watchEvents(
  streamArn: string,
  settings: object,
  onEvent: (event: LiveEvent) => void,
): Promise<LiveEvents> {
  const client = new DynamoDBStreams(settings);
  const stopping = new AbortController();
  const iterators = new Map<string, string>();
  const seen = new Set<string>();

  async function discover(from: 'LATEST' | 'TRIM_HORIZON'): Promise<void> {
    const { StreamDescription } = await client.describeStream({ StreamArn: streamArn });
    for (const { ShardId, SequenceNumberRange } of StreamDescription?.Shards ?? []) {
      if (!ShardId || seen.has(ShardId)) continue;
      seen.add(ShardId);
      // Closed before this start: only the past is in it.
      if (from === 'LATEST' && SequenceNumberRange?.EndingSequenceNumber) continue;
      const { ShardIterator } = await client.getShardIterator({
        StreamArn: streamArn,
        ShardId,
        ShardIteratorType: from,
      });
      if (ShardIterator) iterators.set(ShardId, ShardIterator);
    }
  }

  async function readOnce(): Promise<void> {
    for (const [shardId, iterator] of [...iterators]) {
      const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: iterator });
      for (const record of Records) {
        const event = toLiveEvent(record);
        if (event) onEvent(event);
      }
      if (NextShardIterator) iterators.set(shardId, NextShardIterator);
      else iterators.delete(shardId);
    }
    // A shard that has ended is continued in another; what is in that one has not been seen yet.
    if (iterators.size === 0) await discover('TRIM_HORIZON');
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await readOnce().catch(async (error: Error) => {
        // The same iterator can be tried again, unless it has expired, while the machine slept perhaps:
        // then what comes next is all that can be shown.
        if (!/^(ExpiredIterator|TrimmedDataAccess)/.test(error.name)) return;
        iterators.clear();
        seen.clear();
        await discover('LATEST').catch(() => {});
      });
      await delay(500, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  await discover('LATEST');
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      client.destroy();
    },
  };
}

function toLiveEvent({ eventName, dynamodb }: _Record): LiveEvent | undefined {
  const image = dynamodb?.NewImage;
  if (eventName !== 'INSERT' || !(image?.['sortKey']?.S ?? '').startsWith('E#')) return undefined;
  const text = (name: string) => image?.[name]?.S ?? '?';
  return {
    provider: text('provider'),
    type: text('type'),
    recipient: text('recipient'),
    messageId: text('messageId'),
    ...(image?.['occurredAt']?.S ? { occurredAt: image['occurredAt'].S } : {}),
  };
}
