import { expect } from 'vitest';
import type { StoredEntry } from '../../app/ports/store.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { foldStatus, type MessageStatus } from '../../core/fold-status.ts';
import {
  type ActiveCause,
  defaultSettings,
  foldHeads,
  foldSuppression,
} from '../../core/fold-suppression.ts';
import { headsOf } from '../../core/head.ts';
import { type Evidence, type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import { readEventRow } from '../../store/event-row.ts';
import { eventPrefix, eventRowKey, secondEventRowKey, statusPrefix, statusRowKey } from '../../store/keys.ts';
import { readStatusRow } from '../../store/status-row.ts';
import { isHeadRow, readEntries, readHead } from '../../store/suppression-row.ts';
import { suppressionRows } from '../../store/suppression-rows.ts';

/** The final state, without the times at which rows were written. */
export type State = {
  readonly events: Readonly<Record<string, unknown>>;
  readonly statuses: Readonly<Record<string, unknown>>;
  readonly suppressions: Readonly<Record<string, unknown>>;
};

export type Folds = {
  readonly status: (status: MessageStatus | undefined, event: EmailEvent) => MessageStatus | undefined;
  readonly suppression: (entries: readonly SuppressionEntry[]) => unknown;
};

/** A cap of two instead of five, so that short histories reach it. */
export const proofSettings = { ...defaultSettings, softBounceCap: 2 };

export const ourFolds: Folds = {
  status: foldStatus,
  suppression: (entries) => foldSuppression(entries, proofSettings).active.map(brief),
};

export type Row = Readonly<Record<string, unknown>>;

/** The fold of the events in the given order. */
export function stateAfter(events: readonly EmailEvent[], folds: Folds = ourFolds): State {
  const rows: Record<string, unknown> = {};
  const statuses: Record<string, MessageStatus> = {};
  const entries: Record<string, SuppressionEntry[]> = {};
  for (const event of events) {
    rows[nameOf(secondEventRowKey(event))] ??= storable(event);
    const entry = suppressionEntryOf(event);
    if (entry) entries[entry.address] = [...(entries[entry.address] ?? []), entry];
    if (!event.recipient) continue;
    const key = nameOf(statusRowKey({ messageId: event.messageId, recipient: event.recipient }));
    const status = folds.status(statuses[key], event);
    if (status) statuses[key] = status;
  }
  return { events: rows, statuses, suppressions: foldEach(entries, folds) };
}

/** The same state, read from the rows of both tables. */
export function stateIn(rows: readonly Row[]): State {
  const events: Record<string, unknown> = {};
  const statuses: Record<string, unknown> = {};
  const addresses: Record<string, Row[]> = {};
  for (const row of rows) {
    const sortKey = String(row['sortKey']);
    if (row['kind'] !== undefined) {
      const address = String(row['address']);
      addresses[address] = [...(addresses[address] ?? []), row];
    } else if (sortKey.startsWith(eventPrefix)) {
      const { receivedAt: _, storedAt: __, ...event } = readEventRow(row);
      // Of two events with one id, whichever comes first has the usual key.
      events[nameOf(secondEventRowKey(event as EmailEvent))] = storable(event as EmailEvent);
    } else if (sortKey.startsWith(statusPrefix)) statuses[nameOf(row)] = readStatusRow(row);
    else throw new Error(`a row of a kind that nobody knows: ${sortKey}`);
  }
  const folded = Object.entries(addresses).map(([address, mine]) => [address, storable(activeIn(mine))]);
  return { events, statuses, suppressions: Object.fromEntries(folded) };
}

/** The heads must say the same as the history beside them. */
function activeIn(rows: readonly Row[]): unknown {
  const stored = rows.filter(isHeadRow).map(readHead);
  const history = rows.flatMap((row) =>
    row['kind'] === 'log' ? [readHead(row)] : headsOf(readEntries(row), proofSettings),
  );
  const softBounces = rows.filter((row) => row['kind'] === 'soft').flatMap(readEntries);
  const active = foldHeads(stored, proofSettings).map(brief);
  expect(active).toEqual(
    foldHeads([...history, ...headsOf(softBounces, proofSettings)], proofSettings).map(brief),
  );
  return active;
}

/** Without what only rows have, and with as much of the diagnostic as a head keeps. */
function brief({ lastEvidence, ...cause }: ActiveCause): unknown {
  const { recordedAt: _, firstAt: __, ...evidence } = lastEvidence as StoredEntry & Evidence;
  return { ...cause, lastEvidence: { ...evidence, diagnostic: evidence.diagnostic?.slice(0, 100) } };
}

/** The keys of all rows that an event needs. */
export function keysFor(event: EmailEvent): string[] {
  const entry = suppressionEntryOf(event);
  const { messageId, recipient } = event;
  const touches = recipient && foldStatus(undefined, event);
  return [
    nameOf(eventRowKey(event)),
    ...(entry ? suppressionRows(entry).map(({ key }) => nameOf(key)) : []),
    ...(touches ? [nameOf(statusRowKey({ messageId, recipient }))] : []),
  ];
}

/** A row by its key, in either table. */
export function nameOf(row: object): string {
  const { address, messageId, sortKey } = row as Row;
  return `${address ?? messageId} ${sortKey}`;
}

function foldEach(entries: Readonly<Record<string, SuppressionEntry[]>>, { suppression }: Folds) {
  const folded = Object.entries(entries).map(([address, mine]) => [address, storable(suppression(mine))]);
  return Object.fromEntries(folded);
}

/** Removes undefined values and empty lists, which a table does not store. */
function storable(value: unknown): unknown {
  const isEmpty = (each: unknown) => Array.isArray(each) && each.length === 0;
  return JSON.parse(
    JSON.stringify(value, (key, each) => (key === 'tags' && isEmpty(each) ? undefined : each)) ?? 'null',
  );
}
