import type { MessageStatus } from '../../core/fold-status.ts';
import type { Address, EventId, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import type { StoredEntry, StoredEvent } from './store.ts';

/** What is wrong with a single row. */
export type RowProblem = { readonly expected: string; readonly found: string };

/** An event row: its event, or why it cannot be read. `place` is the key of the row as a string. */
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

/** A row of an address's history, and what is wrong with it. */
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

/** Everything that the audit reads. */
export type AuditReader = {
  /** The approximate number of rows, for a progress bar. */
  rowCount(of: 'messages' | 'addresses'): Promise<number>;
  /** All messages, or `sample` of them from a random start. */
  messages(sample?: number): AsyncIterable<AuditedMessage>;
  message(messageId: string): Promise<AuditedMessage>;
  addresses(): AsyncIterable<AuditedAddress>;
  address(address: string): Promise<AuditedAddress>;
  /** The key that an entry or an event must have. */
  placeOfEntry(entry: SuppressionEntry): string;
  placeOfEvent(event: EventRef): string;
  /** The entries that exist, by place. */
  findEntries(entries: readonly SuppressionEntry[]): Promise<ReadonlyMap<string, AuditedEntry>>;
  findEvents(events: readonly EventRef[]): Promise<ReadonlyMap<string, AuditedEvent>>;
};
