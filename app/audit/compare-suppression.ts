import type { EmailEvent } from '../../core/email-event.ts';
import { type Cause, type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import type { AuditedEntry, AuditReader, EventRef, Repair } from '../ports/audit.ts';
import type { StoredEntry } from '../ports/store.ts';
import type { Finding } from './difference.ts';
import { replaced } from './find-misplaced.ts';
import { type AuditSettings, mustHaveEvent } from './settings.ts';

/** Removing or changing a row of the history could release an address that must not be written to. */
const notOverwritten =
  'rows of a history are never changed or removed; suppress or release the address instead';

/** The entry that an event must have added to the history of its recipient; undefined for most events. */
export function expectedEntry(event: EmailEvent, inUse: readonly Cause[]): SuppressionEntry | undefined {
  const entry = suppressionEntryOf(event);
  return entry && (entry.type === 'release' || inUse.includes(entry.cause)) ? entry : undefined;
}

/** Compares an entry that an event requires with the stored row. */
export function compareEntry(
  expected: SuppressionEntry,
  where: string,
  row: AuditedEntry | undefined,
  /** When its event was stored. */
  recordedAt: string,
): Finding[] {
  const repair: Repair = { type: 'entry', entry: expected, recordedAt };
  if (!row) return [{ what: 'suppression', where, expected: inWords(expected), found: 'no row', repair }];
  // An entry that a person imported before the event arrived has the same key, but may have fewer details.
  const describe = row.entry.by === undefined ? inWordsWithDetails : inWords;
  const [required, found] = [describe(expected), describe(row.entry)];
  return required === found
    ? []
    : [{ what: 'suppression', where, expected: required, found, hindrance: notOverwritten }];
}

/** The event that an entry names; undefined when the event may have expired. */
export function recentEventOf(
  { by, messageId, occurredAt, id, provider, recordedAt }: StoredEntry,
  settings: AuditSettings,
): EventRef | undefined {
  if (by !== undefined || messageId === undefined) return undefined;
  const event = { messageId, occurredAt, id, ...(provider !== undefined && { provider }) };
  return mustHaveEvent({ occurredAt, recordedAt }, settings) ? event : undefined;
}

/** Compares a row of an address with the event that it names. An unreadable event is reported with its message. */
export function compareAddressEntry(
  { place, entry, problem, head }: AuditedEntry,
  row: { readonly event?: EmailEvent } | undefined,
  settings: AuditSettings,
  placesOfEntry: AuditReader['placesOfEntry'],
): Finding[] {
  const differs = (expected: string, found: string): Finding[] => [
    { what: 'suppression', where: place, expected, found, hindrance: notOverwritten },
  ];
  if (problem && head) {
    const repair: Repair = { type: 'head', head };
    return [{ what: 'suppression', where: place, ...problem, repair }];
  }
  if (problem) return differs(problem.expected, problem.found);
  if (!recentEventOf(entry, settings) || (row && !row.event)) return [];
  if (!row?.event) return differs(`event ${entry.id} of message ${entry.messageId}`, 'no such event');
  const required = suppressionEntryOf(row.event);
  // The entry may be a copy under the key that questions read.
  const copies = required ? [required, replaced(required) ?? required] : [];
  if (copies.some((copy) => placesOfEntry(copy).includes(place))) return [];
  return differs(
    required ? inWords(required) : `no entry for an event of type ${row.event.type}`,
    inWords(entry),
  );
}

function inWords(entry: SuppressionEntry): string {
  const kind = entry.type === 'release' ? 'release' : entry.cause;
  return `${kind} for ${entry.scope} at ${entry.occurredAt} by event ${entry.id}`;
}

function inWordsWithDetails(entry: SuppressionEntry): string {
  const diagnostic = entry.type === 'evidence' ? entry.diagnostic : undefined;
  return [
    inWords(entry),
    `of ${entry.provider}`,
    `message ${entry.messageId}`,
    ...(diagnostic === undefined ? [] : [JSON.stringify(diagnostic)]),
  ].join(', ');
}
