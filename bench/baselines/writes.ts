import type { PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../../core/email-event.ts';
import { foldStatus } from '../../core/fold-status.ts';
import { type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import { putEventIfNew } from '../../store/event-row.ts';
import { legacyRowKey } from '../../store/keys.ts';
import type { RowFields } from '../../store/row-fields.ts';
import { putStatusIfNewer } from '../../store/status-row.ts';

export type Tables = { readonly messages: string; readonly addresses: string };

type SingleWrites = {
  readonly puts: readonly PutCommandInput[];
  readonly updates: readonly UpdateCommandInput[];
};

/** The conditional writes of one event, with our rows and conditions: the baselines store the same data. */
export function writesFor(
  { messages, addresses }: Tables,
  event: EmailEvent,
  receivedAt: Date,
): SingleWrites {
  const now = new Date();
  const entry = suppressionEntryOf(event);
  const status = foldStatus(undefined, event);
  const { messageId, recipient } = event;
  return {
    puts: [
      putEventIfNew(messages, event, { receivedAt }, { now, windowDays: 30 }),
      ...(entry ? [putEntry(addresses, entry, now)] : []),
    ],
    updates:
      status && recipient
        ? [putStatusIfNewer(messages, { messageId, recipient }, status, { now, retentionDays: 400 })]
        : [],
  };
}

/** One row per entry, without the heads that Mailfold keeps beside them. */
export function entryRow(entry: SuppressionEntry, now: Date): RowFields {
  const { type, ...readable } = entry;
  return { ...legacyRowKey(entry), kind: type, ...readable, recordedAt: now.toISOString() };
}

function putEntry(TableName: string, entry: SuppressionEntry, now: Date): PutCommandInput {
  return { TableName, Item: entryRow(entry, now), ConditionExpression: 'attribute_not_exists(sortKey)' };
}
