import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce, localFaces } from '../../bin/local-faces.ts';
import type { Random } from '../../cli/storm/random.ts';
import { openTarget, type Target } from '../../cli/target.ts';
import { toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { clientSettings } from '../../local/clients.ts';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import type { Foreground } from '../../local/foreground.ts';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import { synthesize } from '../../local/synthesize.ts';
import { eventRowKey, rowName } from '../../store/keys.ts';
import { watchEvents } from '../../store/live-events.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { plainStage } from '../support/plain-stage.ts';
import type { Counts } from './counts.ts';
import { type FaultyTables, startFaultyTables } from './faulty-tables.ts';

/** The whole local stack, with DynamoDB behind tables that can fail. */
export type SoakStack = {
  readonly stack: LocalStack;
  readonly target: Target;
  readonly tables: FaultyTables;
  /** How often each event row has appeared in the table's stream as a new one. */
  readonly streamed: ReadonlyMap<string, number>;
};

/** Seconds until a message that failed is delivered again. */
const visibilitySeconds = 2;

export async function startSoakStack(
  { stopping, onStop }: Foreground,
  random: Random,
  counts: Counts,
): Promise<SoakStack> {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-soak-'));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  const assemblyDir = join(folder, 'cdk.out');
  const synthesizing = synthesize(assemblyDir, stopping, plainStage);
  // Awaited below; until then a failure must not count as unhandled.
  synthesizing.catch(() => {});
  const dynamoDb = await startDynamoDbLocal();
  onStop(dynamoDb.stop);
  const tables = await startFaultyTables(dynamoDb.endpoint, random, counts);
  onStop(tables.stop);
  await synthesizing;

  const stack = await startLocalStack({
    assemblyDir,
    dynamoDbEndpoint: tables.endpoint,
    visibilitySeconds,
    longestWindowSeconds: 2,
    concurrency: 2,
    onLog: ({ text }) => countRepeats(text, counts),
    ...(await localFaces(folder)).options,
  });
  onStop(stack.stop);
  announce(folder, stack);
  process.env['MAILFOLD_DIR'] = folder;

  const streamed = new Map<string, number>();
  const note = (event: StreamEvent) => {
    const name = nameOf(event);
    streamed.set(name, (streamed.get(name) ?? 0) + 1);
  };
  for (const { arn } of stack.streams)
    onStop((await watchEvents(arn, clientSettings(dynamoDb.endpoint), note)).stop);
  return { stack, target: await openTarget({}), tables, streamed };
}

function nameOf({ messageId, occurredAt, id }: StreamEvent): string {
  const event = {
    messageId: toMessageId(messageId),
    occurredAt: momentFromText(occurredAt),
    id: toEventId(id),
  };
  return rowName(eventRowKey(event));
}

/** The consumer logs how many events of a batch were stored before. */
function countRepeats(line: string, counts: Counts): void {
  if (!line.includes('batch consumed')) return;
  const { repeated = 0 } = JSON.parse(line) as { repeated?: number };
  counts.repeated += repeated;
}
