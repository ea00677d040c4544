import type { AuditedEvent, AuditedMessage } from '../app/ports/audit.ts';
import type { Address } from '../core/ids.ts';
import { readEventRow, redactionMark } from './event-row.ts';
import { eventPrefix, statusPrefix } from './keys.ts';
import { unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import { placeOf } from './row-place.ts';
import type { Partition } from './scan-partitions.ts';
import { readStatusRow } from './status-row.ts';

export function auditedMessage({ key, rows }: Partition): AuditedMessage {
  const isA = (prefix: string) => (row: RowFields) => String(row['sortKey']).startsWith(prefix);
  return {
    messageId: key,
    rows: rows.length,
    events: rows.filter(isA(eventPrefix)).map(auditedEvent),
    statuses: rows.filter(isA(statusPrefix)).map((row) => {
      const recipient = String(row['sortKey']).slice(statusPrefix.length) as Address;
      const problem = {
        expected: `recipient ${recipient}`,
        found: `recipient ${String(row['recipient'])}`,
      };
      const isSame = row['recipient'] === recipient;
      const { firstSeenAt, expiresAt } = row;
      return {
        recipient,
        seen: row,
        status: readStatusRow(row),
        firstSeenAt,
        expiresAt,
        ...(!isSame && { problem }),
      };
    }),
  };
}

export function auditedEvent(row: RowFields): AuditedEvent {
  const at = { place: placeOf(row), seen: row };
  const expected = 'a row that can be read';
  try {
    const event = readEventRow(row);
    const missing = (['type', 'provider', 'receivedAt', 'storedAt'] as const).filter((name) => !event[name]);
    if (missing.length > 0) return { ...at, problem: { expected, found: `no ${missing.join(', no ')}` } };
    const isRedacted = row[redactionMark] !== undefined;
    return { ...at, event, payload: unpackPayload(row), isRedacted, expiresAt: row['expiresAt'] };
  } catch (error) {
    return { ...at, problem: { expected, found: error instanceof Error ? error.message : String(error) } };
  }
}
