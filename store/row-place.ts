import type { EventRef } from '../app/ports/audit.ts';
import { eventRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';

/** The key of a row, for either table, as the audit shows it to people. */
export function placeOf(row: object): string {
  const { address, messageId, sortKey } = row as RowFields;
  return `${address ?? messageId} ${sortKey}`;
}

export function placeOfEvent(event: EventRef): string {
  return `${placeOf({ ...eventRowKey(event) })} ${event.provider ?? ''}`;
}
