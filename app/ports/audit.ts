import type { MessageStatus } from '../../core/fold-status.ts';
import type { Address, EventId, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import type { StoredEntry, StoredEvent } from './store.ts';

/** What is wrong with a row in itself. */
export type RowProblem = { readonly expected: string; readonly found: string };

/** An event row: what it says, or why it cannot be read. `place` is its key in words. */
export type AuditedEvent = { readonly place: string } & (
  | { readonly event: StoredEvent }
  | { readonly problem: RowProblem }
);

type AuditedStatus = {
  readonly recipient: Address;
  readonly status: MessageStatus;
  readonly problem?: RowProblem;
};

/** All rows of one message. */
export type AuditedMessage = {
  readonly messageId: string;
  readonly rows: number;
  readonly events: readonly AuditedEvent[];
  readonly statuses: readonly AuditedStatus[];
};

/** A row of an address's history: what it says, and what is wrong with it in itself. */
export type AuditedEntry = {
  readonly place: string;
  readonly entry: StoredEntry;
  readonly problem?: RowProblem;
};

/** All rows of one address. */
export type AuditedAddress = {
  readonly address: string;
  readonly rows: number;
  readonly entries: readonly AuditedEntry[];
};

/** What identifies an event in the store. */
export type EventRef = { readonly messageId: MessageId; readonly occurredAt: Moment; readonly id: EventId };

/** Everything the audit reads, as it is stored. */
export type AuditReader = {
  /** About how many rows there are, for a progress bar. */
  rowCount(of: 'messages' | 'addresses'): Promise<number>;
  /** All messages, or `sample` of them from a random place on. */
  messages(sample?: number): AsyncIterable<AuditedMessage>;
  message(messageId: string): Promise<AuditedMessage>;
  addresses(): AsyncIterable<AuditedAddress>;
  address(address: string): Promise<AuditedAddress>;
  /** Where an entry, or an event, must be. */
  placeOfEntry(entry: SuppressionEntry): string;
  placeOfEvent(event: EventRef): string;
  /** Those of the entries that exist, by their place. */
  findEntries(entries: readonly SuppressionEntry[]): Promise<ReadonlyMap<string, AuditedEntry>>;
  findEvents(events: readonly EventRef[]): Promise<ReadonlyMap<string, AuditedEvent>>;
};
