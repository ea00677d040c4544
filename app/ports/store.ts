import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Head } from '../../core/head.ts';
import type { Address, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { Cause, Evidence, SuppressionEntry } from '../../core/suppression.ts';

/** An event as it was stored. */
export type StoredEvent = EmailEvent & {
  readonly receivedAt: string;
  readonly storedAt: string;
  /** A person imported it as something that happened in the past; `receivedAt` is the time of the import. */
  readonly imported?: true;
};

/** An entry of an address's history as it was stored. */
export type StoredEntry = SuppressionEntry & {
  readonly recordedAt: string;
  /** When the entry stands for several of one day: the time of the first. `occurredAt` and the rest are of the last. */
  readonly firstAt?: Moment;
};

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

/** A head, and its place in the list of evidence; without a place it is not listed. */
export type StoredHead = Head & { readonly place?: string };

/** Where a list ended. Only the store knows its meaning. */
export type ListPosition = {
  readonly before?: string;
  readonly earlier?: Readonly<Record<string, IndexPosition>>;
};

/** Evidence as the list has it, and the position from which the list goes on after it. */
export type ListedEvidence = {
  readonly address: Address;
  readonly place: string;
  readonly position: ListPosition;
};

/** A part of a history. */
export type HistoryPage = {
  readonly entries: readonly StoredEntry[];
  /** For the next, older page; absent on the last page. Only the store knows its meaning. */
  readonly next?: unknown;
};

export type SuppressionLog = {
  readonly settings: SuppressionSettings;
  /**
   * The heads of an address, including what was kept when it was forgotten. With a limit, reads few rows and leaves out
   * streams other than the given one if there are many; what was written a moment ago may be missing.
   */
  headsOf(
    address: Address,
    question: { readonly stream?: string; readonly limit?: number },
  ): Promise<{ readonly heads: readonly StoredHead[]; readonly isWhole: boolean }>;
  /** A page of the history under all keys of an address, newest page first. */
  historyOf(
    keys: readonly Address[],
    page: { readonly limit: number; readonly from?: unknown },
  ): Promise<HistoryPage>;
  /** Evidence of the given causes, newest first. Reads no more pages than the caller consumes. */
  newestEvidence(
    causes: readonly Cause[],
    range: { readonly since?: Moment; readonly from?: ListPosition; readonly pageSize: number },
  ): AsyncIterable<ListedEvidence>;
  /** The histories of all addresses, one at a time, without forgotten ones. */
  allHistories(onRead: (rows: number) => void): AsyncIterable<readonly StoredEntry[]>;
  /** Adds an entry. Returns whether it was new. */
  record(entry: SuppressionEntry): Promise<boolean>;
};

/** For whole lists of suppressed addresses. */
export type EvidenceLog = {
  readonly settings: SuppressionSettings;
  /** Adds evidence in as few calls as possible. Says for each piece whether it was new. */
  recordAll(evidence: readonly Evidence[]): Promise<readonly boolean[]>;
  /** For each piece of evidence, whether it is stored, with all that follows from it. Undated evidence is known by its id. */
  knows(evidence: readonly Evidence[]): Promise<readonly boolean[]>;
};

/** Turns positions in a list into signed strings. A cursor that was changed or belongs to another question is refused. */
export type Cursors = {
  seal(question: string, position: unknown): Promise<string>;
  /** Undefined when the cursor was changed or belongs to another question. */
  open(question: string, cursor: string): Promise<unknown>;
};

export type Clock = { readonly now: () => Date };
export type Ids = { readonly newId: () => string };
