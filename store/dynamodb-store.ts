import { setTimeout as delay } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { includesStatus, joinStatus, type MessageStatus } from '../core/fold-status.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { isOwnRow, isSameWrite, putEventIfNew } from './event-row.ts';
import { inFlight } from './in-flight.ts';
import { secondEventRowKey } from './keys.ts';
import { writeSuppressionRow } from './record-suppression.ts';
import type { RowFields } from './row-fields.ts';
import { putStatusIfNewer, readStatusRow, replaceStatus, type StatusRowTimes } from './status-row.ts';
import type { Outcome, Store, Write } from './store.ts';
import { backoffMillis, maxStalls, type Pause, passes } from './trouble.ts';

export type StoreSettings = {
  readonly table: string;
  readonly addressesTable: string;
  /** How long a repeated event is recognised. */
  readonly windowDays: number;
  readonly statusRetentionDays: number;
  readonly suppression: SuppressionSettings;
};

/** An SDK call costs CPU as well as waiting time. More parallel calls add latency but no throughput. */
const writesInFlight = 16;
/** Each failed try means that another consumer has just written the row, so at least one of them makes progress. */
const maxTries = 10;

export type StoreOptions = {
  /** Waits before a throttled call is tried again. @default - a timer */
  readonly pause?: Pause;
};

/** Does each write as one conditional call. This is the definition of what each write means. */
export function dynamoDbStore(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  clock: () => Date,
  { pause = delay }: StoreOptions = {},
): Store {
  return {
    async writeAll(writes, isTimeUp) {
      const outcomes: Outcome[] = writes.map(() => ({ type: 'not-started' }));
      await inFlight(writes.entries(), writesInFlight, async ([index, write]) => {
        if (isTimeUp()) return;
        // One time for all tries: it is how a try recognises the row that an earlier one has written.
        const now = clock();
        const tryOnce = () => writeOne(client, settings, now, write);
        outcomes[index] = await outcomeOf(tryOnce, isTimeUp, pause);
      });
      return outcomes;
    },
  };
}

async function outcomeOf(
  tryOnce: () => Promise<Written>,
  isTimeUp: () => boolean,
  pause: Pause,
): Promise<Outcome> {
  for (let stalls = 0; ; stalls += 1) {
    try {
      return { type: 'done', repeated: (await tryOnce()).repeated };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!passes(error)) return { type: 'failed', error };
      if (stalls === maxStalls || isTimeUp()) return { type: 'busy', error };
      await pause(backoffMillis(stalls));
    }
  }
}

/** `found` is the row that was in the way, if the command asked for it. */
type Written = { readonly repeated: boolean; readonly found?: RowFields };

async function writeOne(
  client: DynamoDBDocumentClient,
  { table, addressesTable, windowDays, statusRetentionDays, suppression }: StoreSettings,
  now: Date,
  write: Write,
): Promise<Written> {
  switch (write.type) {
    case 'event':
      return writeEvent(client, table, write, { now, windowDays });
    case 'suppression':
      return writeSuppressionRow(client, addressesTable, write.row, suppression, now);
    case 'status':
      return writeStatus(client, table, write, {
        now,
        retentionDays: statusRetentionDays,
        ...(write.firstSeenAt && { firstSeenAt: write.firstSeenAt }),
      });
  }
}

async function writeEvent(
  client: DynamoDBDocumentClient,
  table: string,
  { event, arrival }: Extract<Write, { type: 'event' }>,
  times: { readonly now: Date; readonly windowDays: number },
): Promise<Written> {
  const written = await put(client, putEventIfNew(table, event, arrival, times));
  if (!written.found || isOwnRow(written.found, event)) return written;
  return put(client, putEventIfNew(table, event, arrival, times, secondEventRowKey(event)));
}

/** A row that was in the way may be this very one: the answer to an earlier try was lost, and the SDK or we tried again. */
async function put(client: DynamoDBDocumentClient, command: PutCommandInput): Promise<Written> {
  try {
    await client.send(new PutCommand(command));
    return { repeated: false };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!error.Item) return { repeated: true };
    const found = unmarshall(error.Item);
    return { repeated: !isSameWrite(found, command.Item ?? {}), found };
  }
}

async function writeStatus(
  client: DynamoDBDocumentClient,
  table: string,
  { key, status }: Extract<Write, { type: 'status' }>,
  times: StatusRowTimes,
): Promise<Written> {
  let found = await tryUpdate(client, putStatusIfNewer(table, key, status, times));
  for (let tries = 1; found !== 'written'; tries += 1) {
    if (includesStatus(found, status)) return { repeated: true };
    if (tries === maxTries)
      throw new Error(
        `expected to write a status row within ${tries} tries, found it changed by another consumer each time`,
      );
    found = await tryUpdate(client, replaceStatus(table, key, found, joinStatus(found, status), times));
  }
  return { repeated: false };
}

/** Returns `written`, or the stored status that made the condition fail. */
async function tryUpdate(
  client: DynamoDBDocumentClient,
  command: UpdateCommandInput,
): Promise<MessageStatus | 'written'> {
  try {
    await client.send(new UpdateCommand(command));
    return 'written';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return readStatusRow(unmarshall(error.Item));
  }
}
