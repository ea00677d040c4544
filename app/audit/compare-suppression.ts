import type { EmailEvent } from '../../core/email-event.ts';
import { type Cause, causes, type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import type { Row } from '../../store/scan-partitions.ts';
import { type AddressRowKey, readSuppressionRow, suppressionRowKey } from '../../store/suppression-row.ts';
import type { AuditSettings, Difference } from './difference.ts';

/** What an event must have added to the history of its recipient, if anything. */
export function expectedEntry(event: EmailEvent, inUse: readonly Cause[]): SuppressionEntry | undefined {
  const entry = suppressionEntryOf(event);
  return entry && (entry.type === 'release' || inUse.includes(entry.cause)) ? entry : undefined;
}

/** Compares an entry that an event calls for with the row that was found for it. */
export function compareEntry(expected: SuppressionEntry, row: Row | undefined): Difference[] {
  const where = placeOf(suppressionRowKey(expected));
  if (!row) return [{ what: 'suppression', where, expected: inWords(expected), found: 'no row' }];
  const found = readSuppressionRow(row);
  // Brought in by a person before the event came: the key says that it is the same, the rest may be shorter.
  const compared = found.by === undefined ? wholeOf : gistOf;
  return compared(expected) === compared(found)
    ? []
    : [{ what: 'suppression', where, expected: compared(expected), found: compared(found) }];
}

/** Whether the events of the message that a row names must still be there. */
export function namesRecentEvent(row: Row, { eventsKeptSince }: AuditSettings): boolean {
  const { by, messageId, occurredAt } = readSuppressionRow(row);
  return by === undefined && messageId !== undefined && occurredAt >= eventsKeptSince;
}

/**
 * Compares a row of an address with the event it names. Events that have expired are not asked for, and one that
 * cannot be read (a text tells why) is a difference of its message.
 */
export function compareAddressRow(
  row: Row,
  event: EmailEvent | string | undefined,
  settings: AuditSettings,
): Difference[] {
  const entry = readSuppressionRow(row);
  const key = { address: String(row['address']), sortKey: String(row['sortKey']) };
  const differs = (expected: string, found: string): Difference[] => [
    { what: 'suppression', where: placeOf(key), expected, found },
  ];
  const missing = (['scope', 'occurredAt', 'id'] as const).filter((name) => typeof entry[name] !== 'string');
  if (missing.length > 0) return differs('a row that can be read', `no ${missing.join(', no ')}`);
  if (entry.type === 'evidence' && !causes.includes(entry.cause))
    return differs('a known cause', String(entry.cause));
  const own = suppressionRowKey(entry);
  if (own.sortKey !== key.sortKey) return differs(`key ${own.sortKey}`, `key ${key.sortKey}`);
  if (!namesRecentEvent(row, settings) || typeof event === 'string') return [];
  if (!event) return differs(`event ${entry.id} of message ${entry.messageId}`, 'no such event');
  const called = suppressionEntryOf(event);
  return called && placeOf(suppressionRowKey(called)) === placeOf(key)
    ? []
    : differs(called ? inWords(called) : `nothing, for an event ${event.type}`, inWords(entry));
}

function placeOf({ address, sortKey }: AddressRowKey): string {
  return `${address} ${sortKey}`;
}

function inWords(entry: SuppressionEntry): string {
  const said = entry.type === 'release' ? 'release' : entry.cause;
  return `${said} for ${entry.scope} at ${entry.occurredAt} by event ${entry.id}`;
}

function gistOf(entry: SuppressionEntry): string {
  return inWords(entry);
}

function wholeOf(entry: SuppressionEntry): string {
  const diagnostic = entry.type === 'evidence' ? entry.diagnostic : undefined;
  return [
    inWords(entry),
    `of ${entry.provider}`,
    `message ${entry.messageId}`,
    ...(diagnostic === undefined ? [] : [JSON.stringify(diagnostic)]),
  ].join(', ');
}
