import { setTimeout as delay } from 'node:timers/promises';
import type { BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchStep } from './batch-step.ts';
import { dynamoDbStore, type StoreOptions, type StoreSettings } from './dynamodb-store.ts';
import { executeAll, type OnTrouble } from './execute-statements.ts';
import { eventRowKey, rowName } from './keys.ts';
import { readKnownRows } from './known-rows.ts';
import { type Outcome, type Store, type Write, writeRemaining } from './store.ts';

/** With fewer writes, a batch saves no calls: it also has to read the existing rows first. */
const minBatchedWrites = 4;

export type BatchedStoreOptions = StoreOptions & {
  /** Called when a batch or some of its statements fail for a reason that does not pass. */
  readonly onTrouble?: OnTrouble;
};

/**
 * Does the same as `dynamoDbStore` with a twentieth of the calls, because every call costs CPU. A refused write costs as
 * much as a successful one, so it reads the existing rows first. A throttled batch is tried again as a batch. Whatever a
 * batch does not write for another reason is left to the single conditional write, which remains the definition.
 */
export function batchedStore(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  clock: () => Date,
  { pause = delay, onTrouble = () => {} }: BatchedStoreOptions = {},
): Store {
  return {
    async writeAll(writes, isTimeUp) {
      const now = clock();
      // With the time of the batch, so that a single write recognises a row that a batch wrote whose answer was lost.
      const single = dynamoDbStore(client, settings, () => now, { pause });
      if (writes.length < minBatchedWrites) return single.writeAll(writes, isTimeUp);
      const patience = { isTimeUp, pause };
      const known = await readKnownRows(client, settings, writes, patience);
      const outcomes = new Map<number, Outcome>();
      const planned: { index: number; statement: BatchStatementRequest }[] = [];
      const rows = new Set<string>();
      for (const [index, write] of writes.entries()) {
        try {
          const step = batchStep(write, known, settings, now);
          if (step === 'repeated') outcomes.set(index, { type: 'done', repeated: true });
          // Of two statements about one row, a batch may do both. The second write sees what the first one wrote.
          else if (step !== 'single' && !rows.has(rowOf(write))) planned.push({ index, statement: step });
          rows.add(rowOf(write));
        } catch {
          // The row cannot be made. The single write fails in the same way, and says why.
        }
      }
      for (const [index, outcome] of await executeAll(client, planned, patience, onTrouble))
        outcomes.set(index, outcome);
      return writeRemaining(
        writes,
        writes.map((_, index) => outcomes.get(index)),
        (remaining) => single.writeAll(remaining, isTimeUp),
      );
    },
  };
}

/** The row that a statement would write. Two events of two providers can have the same one. */
function rowOf(write: Write): string {
  return write.type === 'event' ? rowName(eventRowKey(write.event)) : write.name;
}
