import type { EmailEvent } from '../../core/email-event.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Head } from '../../core/head.ts';
import type { Address, EventId, MessageId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { Cause, Evidence, SuppressionEntry } from '../../core/suppression.ts';
import type { TimeLimit } from './time-limit.ts';

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
  /** In the order in which they happened. Of a long message perhaps only the newest, and the one that decided. */
  readonly events: readonly StoredEvent[];
  /** Set when there may be older events than these. */
  readonly hasMoreEvents?: true;
};

/** A part of the recipients of a message, in the order of their addresses. */
export type MessagePage = {
  readonly messageId: MessageId;
  readonly recipients: readonly RecipientHistory[];
  /** Whether more recipients follow. */
  readonly hasMore: boolean;
  /** On the first page of a long message: recipients that have events, but no event that sets a status. */
  readonly withoutStatus: readonly RecipientHistory[];
  /** On the first page: events for which the provider does not name a recipient. */
  readonly withoutRecipient: readonly StoredEvent[];
  /** On the first page: the number of all recipients by status, `none` without one. Absent when there are too many. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Whether the message is too long to be read at once. */
  readonly isLong: boolean;
};

export type MessagePageQuestion = TimeLimit & {
  /** Recipients, at most. */
  readonly limit: number;
  /** The last recipient of the page before. */
  readonly after?: Address;
  /** Only the recipient with this address, which may be stored under any of these keys. */
  readonly only?: { readonly address: Address; readonly keys: readonly Address[] };
  /** Events per recipient that the caller needs. */
  readonly events: number;
  /** What the page before said. It saves reading to find out. */
  readonly isLong?: boolean;
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
  /** Undefined when no event about the message, or about its recipient in the question, has arrived. */
  message(messageId: MessageId, page: MessagePageQuestion): Promise<MessagePage | undefined>;
  /** The latest messages to an address, newest first, at most 100. `next` is absent at the end. */
  messagesTo(
    address: Address,
    page: { readonly limit: number; readonly from?: IndexPosition },
  ): Promise<{ readonly messages: readonly RecipientMessage[]; readonly next?: IndexPosition }>;
};

export type PayloadReader = {
  /** The payload of an event as JSON; undefined when the event is not stored. */
  payloadOf(
    event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id' | 'provider'>,
  ): Promise<string | undefined>;
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

export type LineIds = {
  /** Makes an id from the content of a line, so that a repeated import adds the same entry. */
  readonly idOfLine: (cause: Cause, content: readonly unknown[]) => EventId;
};
