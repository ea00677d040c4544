import type { Address } from '../../core/ids.ts';
import { readEventRow, type StoredEvent } from '../../store/event-row.ts';
import { eventPrefix, statusPrefix } from '../../store/keys.ts';
import type { Row } from '../../store/scan-partitions.ts';
import { readStatusRow } from '../../store/status-row.ts';
import { compareStatus } from './compare-status.ts';
import type { AuditSettings, Difference } from './difference.ts';

export type ComparedMessage = {
  readonly differences: readonly Difference[];
  readonly events: readonly StoredEvent[];
  readonly recipients: readonly Address[];
};

/** Recomputes all that the rows of one message say of each other. */
export function compareMessage(
  messageId: string,
  rows: readonly Row[],
  settings: AuditSettings,
): ComparedMessage {
  const differences: Difference[] = [];
  const events: StoredEvent[] = [];
  for (const row of rows.filter(isA(eventPrefix))) {
    const event = eventOrProblem(row);
    if (typeof event !== 'string') events.push(event);
    else
      differences.push({
        what: 'event',
        where: `${messageId} ${row['sortKey']}`,
        expected: 'a row that can be read',
        found: event,
      });
  }
  const statuses = new Map(
    rows
      .filter(isA(statusPrefix))
      .map((row) => [String(row['sortKey']).slice(statusPrefix.length) as Address, row]),
  );
  const named = events.flatMap(({ recipient }) => recipient ?? []);
  const recipients = [...new Set([...statuses.keys(), ...named])].sort();
  for (const recipient of recipients) {
    const row = statuses.get(recipient);
    const where = `${messageId} ${recipient}`;
    if (row && row['recipient'] !== recipient)
      differences.push({
        what: 'status',
        where,
        expected: `recipient ${recipient}`,
        found: `recipient ${row['recipient']}`,
      });
    const own = events.filter((event) => event.recipient === recipient);
    differences.push(...compareStatus(where, row && readStatusRow(row), own, settings));
  }
  return { differences, events, recipients };
}

function isA(prefix: string): (row: Row) => boolean {
  return (row) => String(row['sortKey']).startsWith(prefix);
}

/** What the provider said cannot be computed again; that the row can be read at all can be seen. */
export function eventOrProblem(row: Row): StoredEvent | string {
  try {
    const event = readEventRow(row);
    const missing = (['type', 'provider', 'receivedAt', 'storedAt'] as const).filter((name) => !event[name]);
    return missing.length > 0 ? `no ${missing.join(', no ')}` : event;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
