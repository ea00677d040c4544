import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreams, type Shard } from '@aws-sdk/client-dynamodb-streams';
import { type StreamEvent, streamEvent } from './stream-event.ts';

type LiveEvents = { stop(): Promise<void> };

/** Tells of each event that is stored from now on: the table's stream shows an event's row exactly once. */
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
    // The stream can be out of reach for a moment; what is missed now is read the next time.
    await reader.read().catch(() => {});
    await delay(500, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Where a shard is read on. */
type Place = {
  readonly iterator: string | undefined;
  /** The last record that was seen. */
  readonly lastSeen?: string;
  /** Whether the past is read again, of which nothing is told. */
  readonly hasPast?: boolean;
};

function streamReader(
  client: DynamoDBStreams,
  streamArn: string,
  onEvent: (event: StreamEvent) => void,
): StreamReader {
  const places = new Map<string, Place>();
  const startedAt = new Date().toISOString();

  async function readShard(place: Place): Promise<Place> {
    if (!place.iterator) return place;
    const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: place.iterator });
    for (const event of Records.flatMap((record) => streamEvent(record) ?? []))
      if (!place.hasPast || event.storedAt >= startedAt) onEvent(event);
    const lastSeen = Records.at(-1)?.dynamodb?.SequenceNumber ?? place.lastSeen;
    return { ...place, iterator: NextShardIterator, ...(lastSeen !== undefined && { lastSeen }) };
  }

  return {
    async start() {
      for (const { ShardId = '', SequenceNumberRange } of await shardsOf(client, streamArn)) {
        // Closed before the start: only the past is in it.
        const isClosed = SequenceNumberRange?.EndingSequenceNumber !== undefined;
        const iterator = isClosed ? undefined : await iteratorAt(client, streamArn, ShardId, 'LATEST');
        places.set(ShardId, { iterator });
      }
    },
    async read() {
      for (const [shardId, place] of [...places]) {
        const read = await readShard(place).catch((error: Error) => {
          if (!/^(ExpiredIterator|TrimmedDataAccess)/.test(error.name)) throw error;
          return reopened(client, streamArn, shardId, place);
        });
        places.set(shardId, read);
      }
      if ([...places.values()].some(({ iterator }) => iterator !== undefined)) return;
      // A shard that has ended is continued in another, of which nothing has been seen yet.
      for (const { ShardId = '' } of await shardsOf(client, streamArn))
        if (!places.has(ShardId))
          places.set(ShardId, { iterator: await iteratorAt(client, streamArn, ShardId, 'TRIM_HORIZON') });
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

/** An iterator expires, perhaps while the machine slept; DynamoDB Local's do not even last until the first record. */
async function reopened(
  client: DynamoDBStreams,
  streamArn: string,
  shardId: string,
  { lastSeen }: Place,
): Promise<Place> {
  if (lastSeen === undefined)
    return { iterator: await iteratorAt(client, streamArn, shardId, 'TRIM_HORIZON'), hasPast: true };
  const iterator = await iteratorAt(client, streamArn, shardId, 'AFTER_SEQUENCE_NUMBER', lastSeen);
  return { iterator, lastSeen };
}
