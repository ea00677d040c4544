import { readJsonFile, writePrivateJsonFile } from '../json-file.ts';

/** How far a mapping has come in one shard. */
export type Position = {
  /** The sequence number of the last record that it is done with. */
  readonly after?: string;
  /** Whether the shard is closed and has been read to its end. */
  readonly isDone?: boolean;
};

/** The positions of one mapping in one stream, by shard. */
export type Checkpoints = {
  readonly isNew: boolean;
  of(shardId: string): Position;
  move(shardId: string, position: Position): void;
};

type Kept = Record<string, { stream: string; shards: Record<string, Position> }>;

/** In memory, and in `file` if given: a stream outlives a restart, and must not be read from its beginning again. */
export function openCheckpoints(mapping: string, streamArn: string, file?: string): Checkpoints {
  const kept = file && readJsonFile<Kept>(file)?.[mapping];
  // Another stream, if the table was deleted and created again.
  const known = kept && kept.stream === streamArn ? kept.shards : undefined;
  const shards: Record<string, Position> = { ...known };
  return {
    isNew: known === undefined,
    of: (shardId) => shards[shardId] ?? {},
    move(shardId, position) {
      shards[shardId] = { ...shards[shardId], ...position };
      // Read again, since other mappings write to the same file.
      if (file)
        writePrivateJsonFile(file, { ...readJsonFile<Kept>(file), [mapping]: { stream: streamArn, shards } });
    },
  };
}
