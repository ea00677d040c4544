import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreams, type Shard } from '@aws-sdk/client-dynamodb-streams';
import { type StreamEvent, streamEvent } from './stream-event.ts';

type LiveEvents = { stop(): Promise<void> };

/** Calls `onEvent` for each event that is stored from now on. The table's stream contains each event row exactly once. */
export async function watchEvents(
  streamArn: string,
  settings: object,
  onEvent: (event: StreamEvent) => void,
): Promise<LiveEvents> {
  const client = new DynamoDBStreams(settings);
  const reader = streamReader(client, streamArn, onEvent);
  const stopping = new AbortController();
  await reader.start();
  const running = readUntil(stopping.signal, reader);
  return {
    async stop() {
      stopping.abort();
      await running;
      client.destroy();
    },
  };
}

type StreamReader = { start(): Promise<void>; read(): Promise<void> };

async function readUntil(stopping: AbortSignal, reader: StreamReader): Promise<void> {
  while (!stopping.aborted) {
    // The stream may be unavailable for a moment. The next read continues where this one stopped.
    await reader.read().catch(() => {});
    await delay(500, undefined, { signal: stopping }).catch(() => {});
  }
}

/** The position in a shard. */
type Position = {
  readonly iterator: string | undefined;
  /** The sequence number of the last record that was read. */
  readonly lastSeen?: string;
  /** Whether the shard is read from its beginning. Events stored before the start are then skipped. */
  readonly skipsPast?: boolean;
};

function streamReader(
  client: DynamoDBStreams,
  streamArn: string,
  onEvent: (event: StreamEvent) => void,
): StreamReader {
  const positions = new Map<string, Position>();
  const startedAt = new Date().toISOString();

  async function readShard(position: Position): Promise<Position> {
    if (!position.iterator) return position;
    const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: position.iterator });
    for (const event of Records.flatMap((record) => streamEvent(record) ?? []))
      if (!position.skipsPast || event.storedAt >= startedAt) onEvent(event);
    const lastSeen = Records.at(-1)?.dynamodb?.SequenceNumber ?? position.lastSeen;
    return { ...position, iterator: NextShardIterator, ...(lastSeen !== undefined && { lastSeen }) };
  }

  return {
    async start() {
      for (const { ShardId = '', SequenceNumberRange } of await shardsOf(client, streamArn)) {
        // A closed shard only contains events from before the start.
        const isClosed = SequenceNumberRange?.EndingSequenceNumber !== undefined;
        const iterator = isClosed ? undefined : await iteratorAt(client, streamArn, ShardId, 'LATEST');
        positions.set(ShardId, { iterator });
      }
    },
    async read() {
      for (const [shardId, position] of [...positions]) {
        const next = await readShard(position).catch((error: Error) => {
          if (!/^(ExpiredIterator|TrimmedDataAccess)/.test(error.name)) throw error;
          return reopened(client, streamArn, shardId, position);
        });
        positions.set(shardId, next);
      }
      if ([...positions.values()].some(({ iterator }) => iterator !== undefined)) return;
      // A shard that has ended continues in a new shard, which is read from its beginning.
      for (const { ShardId = '' } of await shardsOf(client, streamArn))
        if (!positions.has(ShardId))
          positions.set(ShardId, { iterator: await iteratorAt(client, streamArn, ShardId, 'TRIM_HORIZON') });
    },
  };
}

async function shardsOf(client: DynamoDBStreams, StreamArn: string): Promise<Shard[]> {
  const { StreamDescription } = await client.describeStream({ StreamArn });
  return StreamDescription?.Shards ?? [];
}

async function iteratorAt(
  client: DynamoDBStreams,
  StreamArn: string,
  ShardId: string,
  ShardIteratorType: 'LATEST' | 'TRIM_HORIZON' | 'AFTER_SEQUENCE_NUMBER',
  SequenceNumber?: string,
): Promise<string | undefined> {
  const request = { StreamArn, ShardId, ShardIteratorType, SequenceNumber };
  return (await client.getShardIterator(request)).ShardIterator;
}

/** An iterator expires, for example while the machine sleeps. In DynamoDB Local it expires before the first record. */
async function reopened(
  client: DynamoDBStreams,
  streamArn: string,
  shardId: string,
  { lastSeen }: Position,
): Promise<Position> {
  if (lastSeen === undefined)
    return { iterator: await iteratorAt(client, streamArn, shardId, 'TRIM_HORIZON'), skipsPast: true };
  const iterator = await iteratorAt(client, streamArn, shardId, 'AFTER_SEQUENCE_NUMBER', lastSeen);
  return { iterator, lastSeen };
}
