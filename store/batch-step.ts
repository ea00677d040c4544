import type { BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import { includesStatus } from '../core/fold-status.ts';
import { includesHead } from '../core/head.ts';
import type { StoreSettings } from './dynamodb-store.ts';
import { eventRow, isOwnRow, isWithinWindow } from './event-row.ts';
import { eventRowKey, headRowKey, rowName } from './keys.ts';
import type { KnownRows } from './known-rows.ts';
import type { RowFields } from './row-fields.ts';
import { isCounted } from './soft-bounces.ts';
import { insertRow, updateStatus } from './statements.ts';
import { statusRow } from './status-row.ts';
import type { Write } from './store.ts';
import { headFields, readHead } from './suppression-row.ts';
import type { SuppressionRow } from './suppression-rows.ts';

/** How to do a write: as a statement in a batch, not at all because it is a repeat, or as a single call. */
type BatchStep = BatchStatementRequest | 'repeated' | 'single';

type SoftRow = Extract<SuppressionRow, { part: 'soft' }>;
type WriteOf<Type extends Write['type']> = Extract<Write, { type: Type }>;

/** Rows with a larger payload are written singly: 25 of them could exceed the size limit of a request. */
const maxBatchedPayload = 16 * 1024;

export function batchStep(write: Write, known: KnownRows, settings: StoreSettings, now: Date): BatchStep {
  switch (write.type) {
    case 'event':
      return eventStep(write, known, settings, now);
    case 'suppression':
      return suppressionStep(write, known, settings, now);
    case 'status':
      return statusStep(write, known, settings, now);
  }
}

function eventStep(
  { event, arrival }: WriteOf<'event'>,
  { others }: KnownRows,
  { table, windowDays }: StoreSettings,
  now: Date,
): BatchStep {
  const found = others.get(rowName(eventRowKey(event)));
  // An INSERT would fail because of the row, also when it has expired or belongs to an event of another provider.
  if (found) return isOwnRow(found, event) && isWithinWindow(found, now) ? 'repeated' : 'single';
  const row = eventRow(event, arrival, { now, windowDays });
  const { length } = row['payload'] as Uint8Array;
  return length > maxBatchedPayload ? 'single' : insertRow(table, row);
}

function suppressionStep(
  { name, row }: WriteOf<'suppression'>,
  { others }: KnownRows,
  { addressesTable }: StoreSettings,
  now: Date,
): BatchStep {
  if (row.part === 'soft') {
    const head = softHead(row, others);
    // Soft bounces have to be counted after they are written.
    return head && isCounted(row.bounces, head) ? 'repeated' : 'single';
  }
  const found = others.get(name);
  if (!found) return insertRow(addressesTable, headFields(row.part, row.key, row.head, now));
  return includesHead(readHead(found), row.head) ? 'repeated' : 'single';
}

function softHead({ bounces: [bounce] }: SoftRow, others: KnownRows['others']): RowFields | undefined {
  return bounce && others.get(rowName(headRowKey(bounce)));
}

function statusStep(
  { name, key, status, firstSeenAt }: WriteOf<'status'>,
  { statuses }: KnownRows,
  { table, statusRetentionDays }: StoreSettings,
  now: Date,
): BatchStep {
  const times = { now, retentionDays: statusRetentionDays, ...(firstSeenAt && { firstSeenAt }) };
  const found = statuses.get(name);
  // If the read got no answer, most rows are new, and an INSERT is refused when the row exists.
  if (!found) return insertRow(table, statusRow(key, status, times));
  return includesStatus(found, status) ? 'repeated' : updateStatus(table, key, found, status, times);
}
