import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { Head } from '../../core/head.ts';
import type { Address, EventId, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import type { StoredEntry, StoredEvent } from './store.ts';

/** What is wrong with a single row. */
export type RowProblem = { readonly expected: string; readonly found: string };

/** A row as it was read. Only the store knows its meaning: a repair is refused when the row has changed since. */
export type SeenRow = Readonly<Record<string, unknown>>;

/** An event row: its event, or why it cannot be read. `place` is the key of the row as a string. */
export type AuditedEvent = { readonly place: string; readonly seen: SeenRow } & (
  | {
      readonly event: StoredEvent;
      /** The payload as a JSON string. */
      readonly payload: string;
      /** Whether a forgotten address was removed from the payload. */
      readonly isRedacted: boolean;
      readonly expiresAt: unknown;
    }
  | { readonly problem: RowProblem }
);
export type ReadableEvent = Extract<AuditedEvent, { event: StoredEvent }>;

export type AuditedStatus = {
  readonly recipient: Address;
  readonly seen: SeenRow;
  readonly status: MessageStatus;
  readonly firstSeenAt: unknown;
  readonly expiresAt: unknown;
  readonly problem?: RowProblem;
};

/** All rows of one message. */
export type AuditedMessage = {
  readonly messageId: string;
  readonly rows: number;
  readonly events: readonly AuditedEvent[];
  readonly statuses: readonly AuditedStatus[];
};

/** A row of an address's history, or a head that is missing or stale, and what is wrong with it. */
export type AuditedEntry = {
  readonly place: string;
  readonly entry: StoredEntry;
  readonly problem?: RowProblem;
  /** What the head must include. */
  readonly head?: Head;
};

/** All rows of one address. */
export type AuditedAddress = {
  readonly address: string;
  readonly rows: number;
  /** Rows of earlier versions, one for each entry and without heads: every question about the address reads them all. */
  readonly earlierRows: number;
  readonly entries: readonly AuditedEntry[];
};

/** What identifies an event in the store. */
export type EventRef = {
  readonly messageId: MessageId;
  readonly occurredAt: Moment;
  readonly id: EventId;
  readonly provider?: string;
};

/** Everything that the audit reads. */
export type AuditReader = {
  /** The approximate number of rows, for a progress bar. */
  rowCount(of: 'messages' | 'addresses'): Promise<number>;
  /** All messages, or `sample` of them from a random start. */
  messages(sample?: number): AsyncIterable<AuditedMessage>;
  message(messageId: string): Promise<AuditedMessage>;
  addresses(): AsyncIterable<AuditedAddress>;
  address(address: string): Promise<AuditedAddress>;
  /** The keys that the row of an entry can have: of this version and of an earlier one. */
  placesOfEntry(entry: SuppressionEntry): readonly [string, ...string[]];
  /** A name for an event, which can have one of two keys. */
  placeOfEvent(event: EventRef): string;
  /** For each entry the stored one; undefined when no row contains it. */
  findEntries(entries: readonly SuppressionEntry[]): Promise<readonly (AuditedEntry | undefined)[]>;
  /** The events that exist, by place. */
  findEvents(events: readonly EventRef[]): Promise<ReadonlyMap<string, AuditedEvent>>;
};

/** Normalises a stored payload again. */
export type Renormalize = (
  payload: string,
  event: StoredEvent,
) =>
  | { readonly type: 'events'; readonly events: readonly EmailEvent[] }
  | { readonly type: 'unreadable'; readonly reason: string }
  /** The stack has no such provider any more. */
  | { readonly type: 'unknown-provider' };

/** What mends one row. */
export type Repair =
  | {
      readonly type: 'event';
      readonly seen: SeenRow;
      /** What the payload says, when the row says something else. */
      readonly event?: EmailEvent;
      readonly expiresAt?: number;
    }
  | {
      readonly type: 'status';
      readonly messageId: MessageId;
      readonly recipient: Address;
      /** Absent when there is no row. */
      readonly seen?: SeenRow;
      readonly status: MessageStatus;
      readonly firstSeenAt: string;
      readonly expiresAt: number;
    }
  | {
      readonly type: 'entry';
      readonly entry: SuppressionEntry;
      /** When the event behind it was stored. */
      readonly recordedAt: string;
      /** Whether it is a copy of a row under another key, which stays. */
      readonly isCopy?: true;
    }
  | { readonly type: 'head'; readonly head: Head };

export type Repairer = {
  /** Returns false, and does nothing, when the row has changed since it was read. */
  repair(repair: Repair): Promise<boolean>;
  /**
   * Writes what rows of earlier versions say into heads and rows of a day. Returns false when the address is being forgotten
   * at the same time.
   */
  condense(address: string): Promise<boolean>;
  /** Removes the rows of earlier versions whose content was condensed. Returns how many. */
  removeCondensed(address: string): Promise<number>;
};
