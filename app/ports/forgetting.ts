import type { ActiveCause, SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Head } from '../../core/head.ts';
import type { Address } from '../../core/ids.ts';
import type { StoredEntry } from './store.ts';

/** A row of the messages table. Only the store knows the meaning of the sort key. */
export type MessageRow = {
  readonly kind: 'event' | 'status';
  readonly messageId: string;
  readonly sortKey: string;
};

/** What is stored under an address: its heads, the entries of its history, and the keys of all these rows. */
export type OwnRows = {
  readonly heads: readonly Head[];
  readonly entries: readonly StoredEntry[];
  readonly keys: readonly string[];
  readonly address: Address;
};

export type ForgettingStore = {
  readonly settings: SuppressionSettings;
  /** Rows stored under the address itself, without those kept when it was forgotten before. */
  ownRows(address: Address): Promise<OwnRows>;
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
  removeOwnRows(rows: OwnRows): Promise<void>;
};
