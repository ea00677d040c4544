import type { Dimension, EmailEvent } from '../../core/email-event.ts';
import { earlierKeysOf } from '../../core/ids.ts';
import { unknownTime } from '../../core/moment.ts';
import type { ReadableEvent, Renormalize, RowProblem } from '../ports/audit.ts';

export type PayloadVerdict =
  | { readonly type: 'agrees' }
  /** The payload cannot be compared: an address was removed from it, or nothing can read it any more. */
  | { readonly type: 'unchecked' }
  | { readonly type: 'unreadable'; readonly problem: RowProblem }
  | { readonly type: 'differs'; readonly problem: RowProblem; readonly event: EmailEvent };

/** Compares the fields of an event row with what its payload says. */
export function comparePayload(row: ReadableEvent, renormalize: Renormalize): PayloadVerdict {
  const normalized = renormalize(row.payload, row.event);
  if (normalized.type === 'unknown-provider') return { type: 'unchecked' };
  const closest =
    normalized.type === 'events' ? closestTo(row.event, datedLike(row.event, normalized.events)) : undefined;
  const names = closest && differingFields(closest, row.event);
  if (names?.length === 0) return { type: 'agrees' };
  if (row.isRedacted) return { type: 'unchecked' };
  if (!closest || !names) {
    const reason = normalized.type === 'unreadable' ? normalized.reason : 'no event in it';
    return { type: 'unreadable', problem: { expected: 'a payload that can be normalized', found: reason } };
  }
  const problem = { expected: inWords(closest, names), found: inWords(row.event, names) };
  return { type: 'differs', problem, event: closest };
}

/** The consumer gave the time of receipt to an event that tells none. */
function datedLike({ occurredAt }: EmailEvent, events: readonly EmailEvent[]): EmailEvent[] {
  return events.map((event) => (event.occurredAt === unknownTime ? { ...event, occurredAt } : event));
}

/** A payload can contain the events of several recipients, and several events of one. */
function closestTo(event: EmailEvent, candidates: readonly EmailEvent[]): EmailEvent | undefined {
  return candidates.toSorted(
    (one, other) => differingFields(one, event).length - differingFields(other, event).length,
  )[0];
}

const recipientFields = ['recipient', 'recipientAsGiven'];
const notCompared = ['payload', 'receivedAt', 'storedAt', 'imported'];

function differingFields(told: EmailEvent, row: EmailEvent): string[] {
  const names = [...new Set([...Object.keys(told), ...Object.keys(row)])].sort();
  const ignored = isEarlierKey(told, row) ? [...notCompared, ...recipientFields] : notCompared;
  return names
    .filter((name) => !ignored.includes(name) && !isReadLater(name, row))
    .filter((name) => written(fieldOf(told, name)) !== written(fieldOf(row, name)));
}

/** Dimensions that earlier versions did not read, or not from every report. */
const readLater: readonly Dimension[] = [
  'stream',
  'template',
  'templateVersion',
  'sendingDomain',
  'ipPool',
  'sentAt',
  'metadata',
];

/** A row of an earlier version lacks such a dimension. That does not count as a difference. */
function isReadLater(name: string, row: EmailEvent): boolean {
  return readLater.some((dimension) => dimension === name) && written(fieldOf(row, name)) === '';
}

/** Whether the row has the recipient under a key that an earlier version gave it. */
function isEarlierKey({ recipient, recipientAsGiven }: EmailEvent, row: EmailEvent): boolean {
  if (!recipient || !row.recipient) return false;
  return earlierKeysOf(recipient, recipientAsGiven).includes(row.recipient);
}

function fieldOf(event: EmailEvent, name: string): unknown {
  return (event as Readonly<Record<string, unknown>>)[name];
}

/** Equal values give equal strings. Empty lists are not stored, and a stored object may have another order of keys. */
function written(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function inWords(event: EmailEvent, names: readonly string[]): string {
  return names.map((name) => `${name} ${written(fieldOf(event, name)) || 'absent'}`).join(', ');
}
