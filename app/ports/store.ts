import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Address, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { Cause, SuppressionEntry } from '../../core/suppression.ts';

/** An event as it was stored. */
export type StoredEvent = EmailEvent & { readonly receivedAt: string; readonly storedAt: string };

/** An entry of an address's history as it was stored. */
export type StoredEntry = SuppressionEntry & { readonly recordedAt: string };

export type RecipientHistory = {
  readonly recipient: Address;
  /** Absent while no event has set it. An unsubscribe, for example, does not. */
  readonly status?: MessageStatus;
  /** In the order in which they happened. */
  readonly events: readonly StoredEvent[];
};

export type MessageHistory = {
  readonly messageId: MessageId;
  readonly recipients: readonly RecipientHistory[];
  /** Events for which the provider does not name a recipient. */
  readonly withoutRecipient: readonly StoredEvent[];
};

/** One message to an address, and its status for that address. */
export type RecipientMessage = {
  readonly messageId: MessageId;
  /** When the first event about it was stored. */
  readonly firstSeenAt: string;
  readonly status: MessageStatus;
};

/** Where a page of the index ended. Only the store knows its meaning. */
export type IndexPosition = Readonly<Record<string, unknown>>;

export type MessageReader = {
  /** Undefined when no event about the message has arrived. */
  message(messageId: string): Promise<MessageHistory | undefined>;
  /** The latest messages to an address, newest first, at most 100. `next` is absent at the end. */
  messagesTo(
    address: Address,
    page: { readonly limit: number; readonly from?: IndexPosition },
  ): Promise<{ readonly messages: readonly RecipientMessage[]; readonly next?: IndexPosition }>;
};

/** The attributes of evidence that the index by cause has. */
export type EvidenceKey = { readonly address: Address; readonly cause: Cause; readonly occurredAt: Moment };

export type SuppressionLog = {
  readonly settings: SuppressionSettings;
  /** The whole history of an address, including what was kept when it was forgotten. */
  entriesOf(address: Address): Promise<readonly StoredEntry[]>;
  /** Evidence of the given causes, newest first. Reads no more pages than the caller consumes. */
  newestEvidence(
    causes: readonly Cause[],
    range: { readonly since?: Moment; readonly until?: Moment },
  ): AsyncIterable<EvidenceKey>;
  /** The histories of all addresses, one at a time, without forgotten ones. */
  allHistories(onRead: (rows: number) => void): AsyncIterable<readonly StoredEntry[]>;
  /** Adds an entry. Returns whether it was new. */
  record(entry: SuppressionEntry): Promise<boolean>;
};

/** Turns positions in a list into signed strings. A cursor that was changed or belongs to another question is refused. */
export type Cursors = {
  seal(question: string, position: unknown): Promise<string>;
  /** Undefined when the cursor was changed or belongs to another question. */
  open(question: string, cursor: string): Promise<unknown>;
};

export type Clock = { readonly now: () => Date };
export type Ids = { readonly newId: () => string };
