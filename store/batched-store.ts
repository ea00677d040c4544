import { BatchExecuteStatementCommand, type BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../core/email-event.ts';
import { foldStatus, includesStatus, type MessageStatus } from '../core/fold-status.ts';
import { dynamoDbStore, type StoreSettings } from './dynamodb-store.ts';
import { eventRow, isWithinWindow } from './event-row.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import { eventRowKey, rowName, statusRowKey } from './keys.ts';
import { type Found, lookUp } from './look-up.ts';
import { insertRow, raiseStatus } from './statements.ts';
import { readStatusRow, statusRow } from './status-row.ts';
import { type Outcome, type Store, type Write, writeOpen } from './store.ts';
import { suppressionRow, suppressionRowKey } from './suppression-row.ts';

/** With fewer writes than this a batch saves no call, and its look beforehand would only take time. */
const fewestWrites = 4;
/** What DynamoDB takes in one call. */
const mostStatements = 25;
const callsInFlight = 8;
/** Larger rows go on their own: 25 of them could be more than one request may have. */
const largestPayload = 16 * 1024;

/**
 * The same as `dynamoDbStore`, with a twentieth of its calls. A call costs CPU, and a refused write costs as much as
 * one that succeeds, so it looks before it writes: statuses always, events and evidence only where the status says
 * that they are probably there. Whatever the batch does not do, for whatever reason, is left to the single
 * conditional write, which remains the definition of each write.
 */
export function batchedStore(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  clock: () => Date,
  /** Hears of calls that failed as a whole. Nothing is lost by it, but what should take one call takes 25. */
  notice: (trouble: string) => void = () => {},
): Store {
  const { table, addressesTable, windowDays, statusRetentionDays } = settings;
  const single = dynamoDbStore(client, settings, clock);
  const repeated: Outcome = { type: 'done', repeated: true };

  async function lookForStatuses(writes: readonly Write[], isTimeUp: () => boolean) {
    const keys = writes.flatMap((write) => (write.type === 'status' ? [statusRowKey(write.key)] : []));
    return statusesIn(await lookUp(client, { table, keys }, isTimeUp));
  }

  /** The rows, if any, of events whose status has heard of them, and of the evidence that they are. */
  async function lookForRepeats(
    writes: readonly Write[],
    statuses: Statuses,
    isTimeUp: () => boolean,
  ): Promise<Found> {
    if (![...statuses.values()].some(Boolean)) return new Map();
    const events = writes
      .flatMap((write) => (write.type === 'event' ? [write.event] : []))
      .filter((event) => isProbablyThere(event, statuses));
    const ids = new Set<string>(events.map(({ id }) => id));
    const entries = writes.flatMap((write) =>
      write.type === 'suppression' && ids.has(write.entry.id) ? [write.entry] : [],
    );
    const found = await Promise.all([
      lookUp(
        client,
        { table, keys: events.map(eventRowKey), projection: 'messageId, sortKey, expiresAt' },
        isTimeUp,
      ),
      lookUp(
        client,
        { table: addressesTable, keys: entries.map(suppressionRowKey), projection: 'address, sortKey' },
        isTimeUp,
      ),
    ]);
    return new Map(found.flatMap((rows) => [...rows]));
  }

  /** What is to be done about a write, by what is known: a statement, nothing, or a single write. */
  function stepFor(
    write: Write,
    now: Date,
    statuses: Statuses,
    rows: Found,
  ): BatchStatementRequest | 'repeated' | 'single' {
    switch (write.type) {
      case 'event': {
        const found = rows.get(write.name);
        // An expired row counts as absent, but stands in the way of a new one.
        if (found) return isWithinWindow(found, now) ? 'repeated' : 'single';
        const row = eventRow(write.event, write.arrival, { now, windowDays });
        const { length } = row['payload'] as Uint8Array;
        return length > largestPayload ? 'single' : insertRow(table, row);
      }
      case 'suppression':
        return rows.get(write.name)
          ? 'repeated'
          : insertRow(addressesTable, suppressionRow(write.entry, now));
      case 'status': {
        const { name, key, status } = write;
        const times = { now, retentionDays: statusRetentionDays };
        if (!statuses.has(name)) return 'single';
        const found = statuses.get(name);
        if (!found) return insertRow(table, statusRow(key, status, times));
        return includesStatus(found, status) ? 'repeated' : raiseStatus(table, key, found, status, times);
      }
    }
  }

  /** For each statement whether it was done. */
  async function execute(statements: readonly BatchStatementRequest[]): Promise<boolean[]> {
    const command = new BatchExecuteStatementCommand({ Statements: [...statements] });
    const { Responses = [] } = await client.send(command).catch((error: unknown) => {
      notice(error instanceof Error ? error.name : 'an unknown error');
      return { Responses: undefined };
    });
    return statements.map((_, index) => Responses[index] !== undefined && !Responses[index].Error);
  }

  return {
    async writeAll(writes, isTimeUp) {
      if (writes.length < fewestWrites) return single.writeAll(writes, isTimeUp);
      const statuses = await lookForStatuses(writes, isTimeUp);
      const rows = await lookForRepeats(writes, statuses, isTimeUp);
      const outcomes: (Outcome | undefined)[] = [];
      const statements: { index: number; statement: BatchStatementRequest }[] = [];
      const now = clock();
      for (const [index, write] of writes.entries()) {
        const step = stepFor(write, now, statuses, rows);
        if (step === 'repeated') outcomes[index] = repeated;
        else if (step !== 'single') statements.push({ index, statement: step });
      }
      await inFlight(chunksOf(statements, mostStatements), callsInFlight, async (chunk) => {
        if (isTimeUp()) return;
        const done = await execute(chunk.map(({ statement }) => statement));
        for (const [place, { index }] of chunk.entries())
          if (done[place]) outcomes[index] = { type: 'done', repeated: false };
      });
      return writeOpen(writes, outcomes, (open) => single.writeAll(open, isTimeUp));
    },
  };
}

/** Statuses by the name of their row; undefined where there is no row, and not in it where that is not known. */
type Statuses = ReadonlyMap<string, MessageStatus | undefined>;

function statusesIn(found: Found): Statuses {
  return new Map([...found].map(([name, row]) => [name, row && readStatusRow(row)]));
}

function isProbablyThere(event: EmailEvent, statuses: Statuses): boolean {
  const { messageId, recipient } = event;
  const status = recipient && statuses.get(rowName(statusRowKey({ messageId, recipient })));
  const own = status && foldStatus(undefined, event);
  return Boolean(own && includesStatus(status, own));
}
