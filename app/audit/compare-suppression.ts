import type { EmailEvent } from '../../core/email-event.ts';
import { type Cause, type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import type { AuditedEntry, AuditedEvent, AuditReader, EventRef } from '../ports/audit.ts';
import type { StoredEntry } from '../ports/store.ts';
import type { AuditSettings, Difference } from './difference.ts';

/** What an event must have added to the history of its recipient, if anything. */
export function expectedEntry(event: EmailEvent, inUse: readonly Cause[]): SuppressionEntry | undefined {
  const entry = suppressionEntryOf(event);
  return entry && (entry.type === 'release' || inUse.includes(entry.cause)) ? entry : undefined;
}

/** Compares an entry that an event calls for with the row that was found for it. */
export function compareEntry(
  expected: SuppressionEntry,
  where: string,
  row: AuditedEntry | undefined,
): Difference[] {
  if (!row) return [{ what: 'suppression', where, expected: inWords(expected), found: 'no row' }];
  // Brought in by a person before the event came: the key says that it is the same, the rest may be shorter.
  const compared = row.entry.by === undefined ? allOf : inWords;
  const [wanted, found] = [compared(expected), compared(row.entry)];
  return wanted === found ? [] : [{ what: 'suppression', where, expected: wanted, found }];
}

/** The event that an entry names, if that event must still be stored. */
export function recentEventOf(
  { by, messageId, occurredAt, id }: StoredEntry,
  { eventsKeptSince }: AuditSettings,
): EventRef | undefined {
  const mustBeThere = by === undefined && messageId !== undefined && occurredAt >= eventsKeptSince;
  return mustBeThere ? { messageId, occurredAt, id } : undefined;
}

/** Compares a row of an address with the event it names. An event that cannot be read is a difference of its message. */
export function compareAddressEntry(
  { place, entry, problem }: AuditedEntry,
  row: AuditedEvent | undefined,
  settings: AuditSettings,
  placeOfEntry: AuditReader['placeOfEntry'],
): Difference[] {
  const differs = (expected: string, found: string): Difference[] => [
    { what: 'suppression', where: place, expected, found },
  ];
  if (problem) return differs(problem.expected, problem.found);
  if (!recentEventOf(entry, settings) || (row && 'problem' in row)) return [];
  if (!row) return differs(`event ${entry.id} of message ${entry.messageId}`, 'no such event');
  const calledFor = suppressionEntryOf(row.event);
  return calledFor && placeOfEntry(calledFor) === place
    ? []
    : differs(calledFor ? inWords(calledFor) : `nothing, for an event ${row.event.type}`, inWords(entry));
}

function inWords(entry: SuppressionEntry): string {
  const said = entry.type === 'release' ? 'release' : entry.cause;
  return `${said} for ${entry.scope} at ${entry.occurredAt} by event ${entry.id}`;
}

function allOf(entry: SuppressionEntry): string {
  const diagnostic = entry.type === 'evidence' ? entry.diagnostic : undefined;
  return [
    inWords(entry),
    `of ${entry.provider}`,
    `message ${entry.messageId}`,
    ...(diagnostic === undefined ? [] : [JSON.stringify(diagnostic)]),
  ].join(', ');
}
