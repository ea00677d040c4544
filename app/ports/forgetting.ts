import type { ActiveCause, SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Address } from '../../core/ids.ts';
import type { StoredEntry } from './store.ts';

/** A row of the messages table. Only the store knows the meaning of the sort key. */
export type MessageRow = {
  readonly kind: 'event' | 'status';
  readonly messageId: string;
  readonly sortKey: string;
};

export type ForgettingStore = {
  readonly settings: SuppressionSettings;
  /** Entries stored under the address itself, without those kept when it was forgotten before. */
  ownEntries(address: Address): Promise<readonly StoredEntry[]>;
  /** Stores that an address is suppressed, and why, under a hash that only this stack can compute. */
  keepForgotten(
    address: Address,
    causes: readonly ActiveCause[],
    facts: { readonly by: string; readonly because: string },
  ): Promise<void>;
  /** All events and statuses of a recipient. Reads the whole table, so that no row is missed. */
  findRows(address: Address): Promise<readonly MessageRow[]>;
  /** Removes the address from payloads of other recipients of these messages. Returns the number of changed events. */
  redact(address: Address, messageIds: readonly string[]): Promise<number>;
  removeRows(rows: readonly MessageRow[]): Promise<void>;
  removeEntries(entries: readonly StoredEntry[]): Promise<void>;
};
