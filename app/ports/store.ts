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
  /** Absent while nothing has touched it: an unsubscribe alone does not. */
  readonly status?: MessageStatus;
  /** In the order in which they happened. */
  readonly events: readonly StoredEvent[];
};

export type MessageHistory = {
  readonly messageId: MessageId;
  readonly recipients: readonly RecipientHistory[];
  /** Events whose provider does not say whom they concern. */
  readonly withoutRecipient: readonly StoredEvent[];
};

/** One message to an address, and what became of it there. */
export type RecipientMessage = {
  readonly messageId: MessageId;
  /** When the first event about it was stored. */
  readonly firstSeenAt: string;
  readonly status: MessageStatus;
};

/** Where a page of the index ended; only the store knows what it means. */
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

/** Where to find a piece of evidence: the index by cause has no more than this. */
export type EvidenceKey = { readonly address: Address; readonly cause: Cause; readonly occurredAt: Moment };

export type SuppressionLog = {
  readonly settings: SuppressionSettings;
  /** The whole history of an address, with what was kept of it if it was forgotten. */
  entriesOf(address: Address): Promise<readonly StoredEntry[]>;
  /** Evidence of some causes, newest first, read no further than the caller goes. */
  newestEvidence(
    causes: readonly Cause[],
    range: { readonly since?: Moment; readonly until?: Moment },
  ): AsyncIterable<EvidenceKey>;
  /** The histories of all addresses that are not forgotten, one after the other. */
  allHistories(onRead: (rows: number) => void): AsyncIterable<readonly StoredEntry[]>;
  /** Adds an entry; answers whether it was new. */
  record(entry: SuppressionEntry): Promise<boolean>;
};

/** Positions in a list as strings that only we can make: one that was changed, or made for another question, is refused. */
export type Cursors = {
  seal(question: string, position: unknown): Promise<string>;
  /** Undefined when the cursor is not one of ours, or belongs to another question. */
  open(question: string, cursor: string): Promise<unknown>;
};

export type Clock = { readonly now: () => Date };
export type Ids = { readonly newId: () => string };
