import { DynamoDBStreams, type ShardIteratorType } from '@aws-sdk/client-dynamodb-streams';
import { clientSettings } from '../clients.ts';
import { type StreamRecord, toStreamRecord } from './stream-record.ts';

export type Shard = { readonly id: string; readonly parentId?: string };

export type Page = {
  readonly records: readonly StreamRecord[];
  /** Whether the shard is closed, and this is its last page. */
  readonly isLast: boolean;
};

export type StreamReader = {
  shards(): Promise<Shard[]>;
  /** The records that follow a sequence number, or all that the shard still has. */
  read(shardId: string, after: string | undefined): Promise<Page>;
  close(): void;
};

type Stream = {
  readonly endpoint: string;
  /** In DynamoDB Local. */
  readonly arn: string;
  /** As functions see it. */
  readonly arnInTemplate: string;
};

export function openStream({ endpoint, arn, arnInTemplate }: Stream): StreamReader {
  const client = new DynamoDBStreams(clientSettings(endpoint));
  // For a log line that nobody reads, the SDK would copy every record.
  client.middlewareStack.remove('loggerMiddleware');
  /** By shard: where to go on, so that a caller that reads on needs one call. */
  const iterators = new Map<string, { readonly after: string | undefined; readonly iterator: string }>();

  async function iteratorAt(shardId: string, after: string | undefined): Promise<string | undefined> {
    const kept = iterators.get(shardId);
    if (kept && kept.after === after) return kept.iterator;
    const type: ShardIteratorType = after === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
    const { ShardIterator } = await client.getShardIterator({
      StreamArn: arn,
      ShardId: shardId,
      ShardIteratorType: type,
      SequenceNumber: after,
    });
    return ShardIterator;
  }

  return {
    async shards() {
      const shards: Shard[] = [];
      let last: string | undefined;
      do {
        const { StreamDescription } = await client.describeStream({
          StreamArn: arn,
          ExclusiveStartShardId: last,
        });
        for (const { ShardId = '', ParentShardId } of StreamDescription?.Shards ?? [])
          shards.push({ id: ShardId, ...(ParentShardId && { parentId: ParentShardId }) });
        last = StreamDescription?.LastEvaluatedShardId;
      } while (last);
      return shards;
    },
    async read(shardId, after) {
      const iterator = await iteratorAt(shardId, after);
      // An iterator that is not used for a while expires. The next read asks for a new one.
      iterators.delete(shardId);
      if (!iterator) return { records: [], isLast: true };
      const { Records = [], NextShardIterator: next } = await client.getRecords({ ShardIterator: iterator });
      const records = Records.map((record) => toStreamRecord(record, arnInTemplate));
      const readTo = records.at(-1)?.dynamodb.SequenceNumber ?? after;
      if (next) iterators.set(shardId, { after: readTo, iterator: next });
      return { records, isLast: next === undefined };
    },
    close: () => client.destroy(),
  };
}
