import type { EmailEvent } from '../core/email-event.ts';
import { type Address, type EventId, type MessageId, toEventId } from '../core/ids.ts';
import { type Moment, momentFromText } from '../core/moment.ts';
import type { SuppressionEntry } from '../core/suppression.ts';

export const eventPrefix = 'E#';
export const statusPrefix = 'S#';

/** The key of a row of the messages table. */
export type MessageRowKey = { readonly messageId: string; readonly sortKey: string };
/** The key of a row of the addresses table. */
export type AddressRowKey = { readonly address: string; readonly sortKey: string };
export type StatusKey = { readonly messageId: MessageId; readonly recipient: Address };

export function eventRowKey(event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id'>): MessageRowKey {
  return { messageId: event.messageId, sortKey: `${eventPrefix}${event.occurredAt}#${event.id}` };
}

export function statusRowKey({ messageId, recipient }: StatusKey): MessageRowKey {
  return { messageId, sortKey: `${statusPrefix}${recipient}` };
}

/** Sorts by scope, then by time. A scope can be any string, so it is encoded to contain no `#`. */
export function suppressionRowKey(entry: SuppressionEntry): AddressRowKey {
  const scope = encodeURIComponent(entry.scope.toWellFormed()).slice(0, 400);
  const kind = entry.type === 'evidence' ? 'E' : 'R';
  return { address: entry.address, sortKey: `${scope}#${entry.occurredAt}#${kind}#${entry.id}` };
}

/** The row has the time and the id of the event only in its sort key. */
export function readEventSortKey(sortKey: string): { occurredAt: Moment; id: EventId } {
  const at = eventPrefix.length;
  const end = sortKey.indexOf('#', at);
  return { occurredAt: momentFromText(sortKey.slice(at, end)), id: toEventId(sortKey.slice(end + 1)) };
}

/** A row's key as one string, for either table. */
export function rowName(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row['address'] ?? row['messageId'], row['sortKey']]);
}
