import type { EmailEvent } from '../core/email-event.ts';
import { type Address, type EventId, type MessageId, toEventId } from '../core/ids.ts';
import { type Moment, momentFromText } from '../core/moment.ts';

export const eventPrefix = 'E#';
export const statusPrefix = 'S#';

export type RowKey = { readonly messageId: string; readonly sortKey: string };
export type StatusKey = { readonly messageId: MessageId; readonly recipient: Address };

export function eventRowKey(event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id'>): RowKey {
  return { messageId: event.messageId, sortKey: `${eventPrefix}${event.occurredAt}#${event.id}` };
}

export function statusRowKey({ messageId, recipient }: StatusKey): RowKey {
  return { messageId, sortKey: `${statusPrefix}${recipient}` };
}

/** The time and the id of an event stand in its key and nowhere else in the row. */
export function readEventSortKey(sortKey: string): { occurredAt: Moment; id: EventId } {
  const at = eventPrefix.length;
  const end = sortKey.indexOf('#', at);
  return { occurredAt: momentFromText(sortKey.slice(at, end)), id: toEventId(sortKey.slice(end + 1)) };
}

/** A row's key as one text, whichever of the two tables it is in. */
export function rowName(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row['address'] ?? row['messageId'], row['sortKey']]);
}
