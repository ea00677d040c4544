import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import type { Address, EventId, MessageId } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause, SuppressionEntry } from '../core/suppression.ts';
import { suppressionRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';

export function suppressionRow(entry: SuppressionEntry, now: Date): RowFields {
  const { type, ...readable } = entry;
  // Only evidence has a cause, so only evidence is in the index by cause.
  return { ...suppressionRowKey(entry), kind: type, ...readable, recordedAt: now.toISOString() };
}

/** A repeat is refused and changes nothing. Entries do not expire. */
export function putSuppressionIfNew(table: string, entry: SuppressionEntry, now: Date): PutCommandInput {
  return {
    TableName: table,
    Item: suppressionRow(entry, now),
    ConditionExpression: 'attribute_not_exists(sortKey)',
  };
}

export function readSuppressionRow(row: RowFields): StoredEntry {
  const facts = {
    address: row['address'] as Address,
    scope: row['scope'] as string,
    occurredAt: row['occurredAt'] as Moment,
    id: row['id'] as EventId,
    provider: row['provider'] as string | undefined,
    messageId: row['messageId'] as MessageId | undefined,
    by: row['by'] as string | undefined,
    because: row['because'] as string | undefined,
    recordedAt: row['recordedAt'] as string,
  };
  if (row['kind'] === 'forgotten') return { ...facts, type: 'evidence', cause: row['causeWas'] as Cause };
  return row['kind'] === 'release'
    ? { ...facts, type: 'release' }
    : {
        ...facts,
        type: 'evidence',
        cause: row['cause'] as Cause,
        diagnostic: row['diagnostic'] as string | undefined,
      };
}
