import { AthenaClient } from '@aws-sdk/client-athena';
import { S3Client } from '@aws-sdk/client-s3';
import type { Analytics, Cell } from '../../app/ports/analytics.ts';
import type { ObjectStore } from '../../app/ports/lake.ts';
import { athenaLake } from '../../lake/athena-lake.ts';
import { lakeAnalytics } from '../../lake/lake-analytics.ts';
import { s3Objects } from '../../lake/s3-objects.ts';
import type { Stack } from './stack.ts';
import { eventually } from './wait.ts';

/** The lake of a running stack, asked as on AWS. */
export type StackLake = {
  readonly objects: ObjectStore;
  readonly analytics: Analytics;
  /** The rows of an answer. Throws when the question fails. */
  ask(sql: string): Promise<(readonly Cell[])[]>;
  eventsByType(): Promise<Record<string, number>>;
  keys(prefix?: string): Promise<string[]>;
  /** Waits until the historian has told everything that the table has. */
  untilTold(): Promise<void>;
  /** Waits until an event is told for which this condition is true. */
  until(condition: string): Promise<void>;
};

export function lakeOf(stack: Stack): StackLake {
  const { endpoints, outputs } = stack;
  const settings = {
    region: endpoints.region,
    endpoint: endpoints.awsEndpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const objects = s3Objects(new S3Client(settings), outputs['LakeBucketName'] ?? '');
  const lake = athenaLake({
    client: new AthenaClient(settings),
    workGroup: outputs['LakeWorkGroupName'] ?? '',
    database: outputs['LakeDatabaseName'] ?? '',
  });
  const ask = async (sql: string) => {
    const result = await lake.query(sql);
    if (result.type === 'failed') throw new Error(result.reason);
    const rows: (readonly Cell[])[] = [];
    for await (const row of result.rows) rows.push(row);
    return rows;
  };
  const eventsByType = async () =>
    Object.fromEntries(
      (await ask('select type, count(*) from events group by type')).map(([type, count]) => [
        String(type),
        Number(count),
      ]),
    );
  return {
    objects,
    analytics: lakeAnalytics(lake),
    ask,
    eventsByType,
    async keys(prefix = 'events/') {
      const keys: string[] = [];
      for await (const { key } of objects.list(prefix)) keys.push(key);
      return keys;
    },
    async until(condition) {
      await eventually(`an event in the lake with ${condition}`, async () => {
        const [[told] = []] = await ask(`select count(*) from events where ${condition}`);
        return Number(told) > 0;
      });
    },
    async untilTold() {
      await eventually('the lake to have every event of the table', async () => {
        const [[told] = []] = await ask('select count(*) from events');
        return Number(told) >= sumOf(await storedByType(stack));
      });
    },
  };
}

/** The events that the table has. */
export async function storedByType(stack: Stack): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { sortKey, type } of await stack.rows())
    if (String(sortKey).startsWith('E#')) counts[String(type)] = (counts[String(type)] ?? 0) + 1;
  return counts;
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
