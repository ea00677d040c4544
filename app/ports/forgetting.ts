import type { ActiveCause, SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Address } from '../../core/ids.ts';
import type { StoredEntry } from './store.ts';

/** A row of the messages table; only the store knows what its sort key means. */
export type MessageRow = {
  readonly kind: 'event' | 'status';
  readonly messageId: string;
  readonly sortKey: string;
};

export type ForgettingStore = {
  readonly settings: SuppressionSettings;
  /** What stands under the address itself, without what was kept when it was forgotten before. */
  ownEntries(address: Address): Promise<readonly StoredEntry[]>;
  /** Keeps that an address is suppressed, and why, under a hash that only this stack can make. */
  keepForgotten(
    address: Address,
    causes: readonly ActiveCause[],
    facts: { readonly by: string; readonly because: string },
  ): Promise<void>;
  /** All events and statuses of a recipient. Reads the whole table: nothing may be overlooked. */
  findRows(address: Address): Promise<readonly MessageRow[]>;
  /** Takes the address out of the payloads of others in these messages; answers with how many events that were. */
  redact(address: Address, messageIds: readonly string[]): Promise<number>;
  removeRows(rows: readonly MessageRow[]): Promise<void>;
  removeEntries(entries: readonly StoredEntry[]): Promise<void>;
};
