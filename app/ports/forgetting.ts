import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Head } from '../../core/head.ts';
import type { Address } from '../../core/ids.ts';
import type { Remnant } from '../../core/remnants.ts';
import type { StoredEntry } from './store.ts';

/** A row of the messages table. Only the store knows the meaning of the sort key. */
export type MessageRow = {
  readonly kind: 'event' | 'status';
  readonly messageId: string;
  readonly sortKey: string;
};

/** What is stored under an address: its heads, the entries of its history, and all these rows as they were read. */
export type OwnRows = {
  readonly heads: readonly Head[];
  readonly entries: readonly StoredEntry[];
  readonly seen: readonly Readonly<Record<string, unknown>>[];
};

/** The keys of an address: its own first, then those that earlier versions used. */
export type AddressKeys = readonly [Address, ...Address[]];

export type ForgettingStore = {
  readonly settings: SuppressionSettings;
  /** Rows stored under the address itself, without those kept when it was forgotten before. */
  ownRows(keys: AddressKeys): Promise<OwnRows>;
  /** Stores what is left of an address under a hash that only this stack can compute. */
  keepForgotten(
    address: Address,
    remnants: readonly Remnant[],
    facts: { readonly by: string; readonly because: string },
  ): Promise<void>;
  /** All events and statuses of a recipient. Reads the whole table, so that no row is missed. */
  findRows(keys: AddressKeys): Promise<readonly MessageRow[]>;
  /** Removes the address from payloads of other recipients of these messages. Returns the number of changed events. */
  redact(keys: AddressKeys, messageIds: readonly string[]): Promise<number>;
  removeRows(rows: readonly MessageRow[]): Promise<void>;
  /** Removes these rows, except for those that were written to since they were read. */
  removeOwnRows(rows: OwnRows): Promise<void>;
};
