import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreams, type Shard, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StoredFacts } from '../app/ports/lake.ts';
import { factsInImage } from './stored-facts.ts';
import { newEventRow, type StreamEvent, streamEvent } from './stream-event.ts';
import { withoutCallLog } from './without-call-log.ts';

type LiveEvents = { stop(): Promise<void> };

/** Called with true when no event can arrive, because reads keep failing, and with false when they work again. */
export type OnTrouble = (isInTrouble: boolean) => void;

/** Calls `onEvent` for each event that is stored from now on. The table's stream contains each event row exactly once. */
export async function watchEvents(
  streamArn: string,
  settings: object,
  onEvent: (event: StreamEvent) => void,
  onTrouble?: OnTrouble,
): Promise<LiveEvents> {
  return watch(streamArn, settings, eachRow(streamEvent, onEvent), onTrouble);
}

/** Calls `onFacts` with all that is known about each event that is stored from now on. */
export async function watchFacts(
  streamArn: string,
  settings: object,
  onFacts: (facts: StoredFacts) => void,
): Promise<LiveEvents> {
  return watch(streamArn, settings, eachRow(newFacts, onFacts));
}

/** Undefined if the change is anything but a new event, or if the row cannot be read. */
function newFacts(record: StreamRecord): StoredFacts | undefined {
  const image = newEventRow(record);
  if (!image) return undefined;
  try {
    return factsInImage(image, () => []);
  } catch {
    return undefined;
  }
}

/** Takes each record; `isWanted` says whether it is of the time that is read. */
type OnRecord = (record: StreamRecord, isWanted: (storedAt: string) => boolean) => void;

function eachRow<Row extends { readonly storedAt: string }>(
  rowIn: (record: StreamRecord) => Row | undefined,
  onRow: (row: Row) => void,
): OnRecord {
  return (record, isWanted) => {
    const row = rowIn(record);
    if (row && isWanted(row.storedAt)) onRow(row);
  };
}

async function watch(
  streamArn: string,
  settings: object,
  onRecord: OnRecord,
  onTrouble: OnTrouble = () => {},
): Promise<LiveEvents> {
  const client = withoutCallLog(new DynamoDBStreams(settings));
  const position = await startPosition(client, streamArn);
  const stopping = new AbortController();
  const read = () => readOn(client, streamArn, position, onRecord);
  const running = readUntil(stopping.signal, read, onTrouble);
  return {
    async stop() {
      stopping.abort();
      await running;
      client.destroy();
    },
  };
}

/** The same for callers that ask again and again: the events since an earlier answer, and where to go on. */
export async function readLiveEvents(
  streamArn: string,
  settings: object,
  from: unknown,
): Promise<{ events: StreamEvent[]; next: unknown }> {
  const client = withoutCallLog(new DynamoDBStreams(settings));
  try {
    const events: StreamEvent[] = [];
    if (from === undefined) return { events, next: packed(await startPosition(client, streamArn)) };
    const position = unpacked(from);
    const before = [...position.shards.keys()].join();
    const onRecord = eachRow(streamEvent, (event) => events.push(event));
    await readOn(client, streamArn, position, onRecord);
    const isNews = events.length > 0 || before !== [...position.shards.keys()].join();
    // Without news the position stays, so that the same answer can be recognised; but not for long, because iterators expire.
    return { events, next: isNews || isOld(from) ? packed(position) : from };
  } finally {
    client.destroy();
  }
}

/** The stream may be unavailable for a moment: only several failures in a row are trouble. */
const failuresUntilTrouble = 3;

async function readUntil(
  stopping: AbortSignal,
  read: () => Promise<void>,
  onTrouble: OnTrouble,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    // The next read continues where a failed one stopped.
    const works = await read().then(
      () => true,
      () => false,
    );
    if (works && failures >= failuresUntilTrouble) onTrouble(false);
    failures = works ? 0 : failures + 1;
    if (failures === failuresUntilTrouble) onTrouble(true);
    await delay(500, undefined, { signal: stopping }).catch(() => {});
  }
}

/** The position in a shard. */
type ShardPosition = {
  /** Absent once the shard has ended. */
  readonly iterator?: string;
  /** The sequence number of the last record that was read. */
  readonly lastSeen?: string;
  /** Whether the shard is read from its beginning. Events stored before the start are then skipped. */
  readonly skipsPast?: boolean;
};

type Position = { readonly startedAt: string; readonly shards: Map<string, ShardPosition> };

function packed({ startedAt, shards }: Position): unknown {
  return { startedAt, packedAt: Date.now(), shards: Object.fromEntries(shards) };
}

/** Iterators of DynamoDB are good for 15 minutes. */
function isOld(position: unknown): boolean {
  return Date.now() - (position as { packedAt: number }).packedAt > 4 * 60_000;
}

function unpacked(position: unknown): Position {
  const { startedAt, shards } = position as { startedAt: string; shards: Record<string, ShardPosition> };
  return { startedAt, shards: new Map(Object.entries(shards)) };
}

/** Now. A closed shard only contains events from before. */
async function startPosition(client: DynamoDBStreams, streamArn: string): Promise<Position> {
  const position: Position = { startedAt: new Date().toISOString(), shards: new Map() };
  for (const { ShardId = '', SequenceNumberRange } of await shardsOf(client, streamArn))
    if (SequenceNumberRange?.EndingSequenceNumber === undefined)
      position.shards.set(ShardId, { iterator: await iteratorAt(client, streamArn, ShardId, 'LATEST') });
  return position;
}

/** Reads each shard once, and moves the position. */
async function readOn(
  client: DynamoDBStreams,
  streamArn: string,
  { startedAt, shards }: Position,
  onRecord: OnRecord,
): Promise<void> {
  for (const [shardId, shard] of [...shards]) {
    const next = await readShard(client, shard, startedAt, onRecord).catch((error: Error) => {
      if (!/^(ExpiredIterator|TrimmedDataAccess)/.test(error.name)) throw error;
      return reopened(client, streamArn, shardId, shard);
    });
    shards.set(shardId, next);
  }
  const ended = [...shards].filter(([, { iterator }]) => iterator === undefined).map(([shardId]) => shardId);
  if (ended.length > 0) await goOnInChildren(client, streamArn, ended, shards);
}

async function readShard(
  client: DynamoDBStreams,
  shard: ShardPosition,
  startedAt: string,
  onRecord: OnRecord,
): Promise<ShardPosition> {
  if (!shard.iterator) return shard;
  const { Records = [], NextShardIterator } = await client.getRecords({ ShardIterator: shard.iterator });
  for (const record of Records) onRecord(record, (storedAt) => !shard.skipsPast || storedAt >= startedAt);
  const { iterator: _, ...kept } = shard;
  const lastSeen = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.lastSeen;
  return {
    ...kept,
    ...(NextShardIterator !== undefined && { iterator: NextShardIterator }),
    ...(lastSeen !== undefined && { lastSeen }),
  };
}

/** A shard that has ended goes on in new ones, which are read from their beginning. */
async function goOnInChildren(
  client: DynamoDBStreams,
  streamArn: string,
  ended: readonly string[],
  shards: Map<string, ShardPosition>,
): Promise<void> {
  const listed = await shardsOf(client, streamArn);
  for (const shardId of ended) {
    const children = listed.filter(({ ParentShardId }) => ParentShardId === shardId);
    for (const { ShardId = '' } of children)
      if (!shards.has(ShardId))
        shards.set(ShardId, { iterator: await iteratorAt(client, streamArn, ShardId, 'TRIM_HORIZON') });
    if (children.length > 0) shards.delete(shardId);
  }
}

async function shardsOf(client: DynamoDBStreams, StreamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await client.describeStream({ StreamArn, ExclusiveStartShardId });
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
}

async function iteratorAt(
  client: DynamoDBStreams,
  StreamArn: string,
  ShardId: string,
  ShardIteratorType: 'LATEST' | 'TRIM_HORIZON' | 'AFTER_SEQUENCE_NUMBER',
  SequenceNumber?: string,
): Promise<string> {
  const request = { StreamArn, ShardId, ShardIteratorType, SequenceNumber };
  return (await client.getShardIterator(request)).ShardIterator ?? '';
}

/** An iterator expires, for example while the machine sleeps. In DynamoDB Local it expires before the first record. */
async function reopened(
  client: DynamoDBStreams,
  streamArn: string,
  shardId: string,
  { lastSeen }: ShardPosition,
): Promise<ShardPosition> {
  if (lastSeen === undefined)
    return { iterator: await iteratorAt(client, streamArn, shardId, 'TRIM_HORIZON'), skipsPast: true };
  const iterator = await iteratorAt(client, streamArn, shardId, 'AFTER_SEQUENCE_NUMBER', lastSeen);
  return { iterator, lastSeen };
}
