// Written by `npm run openapi` from the schemas of the API. Changes here are lost.

import type { CallOptions } from './call-options.ts';
import type { Route } from './request.ts';

export type AddressExplanation = {
  address: string;
  suppressed: boolean;
  /** The worst active cause; null when mail may be sent */
  cause: CauseSummary | null;
  /** The active causes, worst first; a cause applies only to mail of its scope */
  causes: CauseSummary[];
  /** Present when the address has more active causes, for other streams, than are listed */
  moreCauses?: true;
  /** One page, the newest page first; oldest entry first within the page */
  history: HistoryEntry[];
  /** Pass it to get the next page; absent on the last page */
  cursor?: string;
  /** What a release would change now, for all mail and for up to ten scopes with an active cause */
  releases: ReleasePreview[];
};

/** Why an address is suppressed */
export type Cause = 'complaint' | 'hard_bounce' | 'dropped' | 'soft_bounce' | 'unsubscribe' | 'manual';

export type CauseSummary = {
  cause: Cause;
  /** `*` for all mail, or the name of one stream, group or list */
  scope: string;
  since: Moment;
  /** The latest event or manual entry behind this cause */
  lastEvidence: {
    id: string;
    occurredAt: Moment;
    /** Set when an imported list does not say when it happened; occurredAt is the time of the import */
    undated?: true;
    provider?: string;
    messageId?: string;
    diagnostic?: string;
    /** The person or API caller who added it; absent when an event did */
    by?: string;
    because?: string;
  };
};

export type CheckAnswer = {
  answers: SuppressionState[];
};

/**
 * suppresses: keeps the address suppressed. released: a release ended it. not_enough: a soft bounce
 * below the cap. switched_off: this stack does not suppress for the cause. ended: a release that
 * ended evidence. ended_nothing: a release without earlier evidence that it could end; a resubscribe
 * that a provider reports ends only unsubscribes of the same provider and scope.
 */
export type EntryFate = 'suppresses' | 'released' | 'not_enough' | 'switched_off' | 'ended' | 'ended_nothing';

/** What an event says */
export type EventType =
  | 'processed'
  | 'deferred'
  | 'delivered'
  | 'open'
  | 'click'
  | 'soft_bounce'
  | 'hard_bounce'
  | 'dropped'
  | 'complaint'
  | 'unsubscribe'
  | 'resubscribe'
  | 'unknown';

export type Figures = {
  counts: SendCounts;
  /** Null by event day: a bounce and its send can be on different days, so dividing them means nothing */
  rates: Rates | null;
};

export type HistoryEntry = {
  type: 'evidence' | 'release';
  cause?: Cause;
  /** `*` for all mail, or the name of one stream, group or list */
  scope: string;
  occurredAt: Moment;
  /** Set when an imported list does not say when it happened; occurredAt is the time of the import */
  undated?: true;
  id: string;
  provider?: string;
  messageId?: string;
  diagnostic?: string;
  /** The person or API caller who added it; absent when an event did */
  by?: string;
  because?: string;
  recordedAt: Moment;
  /**
   * Present when the entry stands for several events of one day: the time of the first; the other fields
   * are of the last
   */
  firstAt?: Moment;
  fate: EntryFate;
  /** The id of the release that ended this evidence */
  releasedBy?: string;
  /** Number of entries on this page that this release ended */
  evidenceEnded?: number;
};

export type MessageReport = {
  messageId: string;
  /** Number of recipients by status, `none` without one */
  summary: Record<string, number>;
  /**
   * message: the summary counts all recipients. page: there are too many to count, so it counts those of
   * this page
   */
  summaryOf: 'message' | 'page';
  recipients: RecipientStatus[];
  /** On the first page: the newest 50 events for which the provider does not name a recipient */
  otherEvents: TimelineEvent[];
  /** Present when there are older events without a recipient than these */
  moreOtherEvents?: true;
  /** Pass it to get the next page; absent on the last page */
  cursor?: string;
};

/** ISO 8601 in UTC, with milliseconds */
export type Moment = string;

/** What went wrong, as an RFC 9457 problem object */
export type Problem = {
  /** Always about:blank; `code` tells problems apart */
  type: string;
  title: string;
  /** The HTTP status */
  status: number;
  /** What went wrong, for programs */
  code:
    | 'not-an-address'
    | 'addresses-invalid'
    | 'message-id-invalid'
    | 'scope-invalid'
    | 'stream-invalid'
    | 'reason-invalid'
    | 'name-invalid'
    | 'limit-invalid'
    | 'cause-unknown'
    | 'time-invalid'
    | 'cursor-invalid'
    | 'days-invalid'
    | 'dimension-unknown'
    | 'age-invalid'
    | 'query-invalid'
    | 'query-failed'
    | 'question-unknown'
    | 'letters-not-chosen'
    | 'request-id-invalid'
    | 'message-unknown'
    | 'manual-switched-off'
    | 'nothing-to-release'
    | 'complaint-not-acknowledged'
    | 'request-invalid'
    | 'route-unknown'
    | 'internal-error';
  /** What went wrong, for people. Quotes nothing of the request */
  detail: string;
};

/** A share with its counts, and the interval that contains the true share with a probability of 95 % */
export type Rate = {
  numerator: number;
  denominator: number;
  /** From 0 to 1; null when there is nothing to divide by */
  share: number | null;
  low: number;
  high: number;
};

export type Rates = {
  /** delivered / sent */
  delivery: Rate;
  /** bounced / sent */
  bounce: Rate;
  /** softBounced / sent */
  softBounce: Rate;
  /** dropped / attempted */
  drop: Rate;
  /** complained / delivered */
  complaint: Rate;
  /** unsubscribed / delivered */
  unsubscribe: Rate;
  /** opened / delivered */
  open: Rate;
  /** clicked / delivered */
  click: Rate;
};

export type RecipientMessage = {
  messageId: string;
  status: StatusType;
  since: Moment;
  provider: string;
  /** The template of the mail; null when the provider does not tell it */
  template: string | null;
  /**
   * The kind of mail, such as a message stream, a configuration set or an unsubscribe group; null when
   * the provider does not tell it
   */
  stream: string | null;
  /** Tags, categories, or name=value pairs; long lists are cut */
  tags: string[];
  /** When the first event about the message was stored; for imported events, when it happened */
  firstSeenAt: Moment;
};

export type RecipientMessages = {
  recipient: string;
  messages: RecipientMessage[];
  /** Pass it to get the next page; absent on the last page */
  cursor?: string;
};

export type RecipientStatus = {
  recipient: string;
  /** null while no event has set a status */
  status: StatusType | null;
  /** Whether the status is a hard bounce, a drop or a complaint, and so stays */
  final: boolean;
  /** The template of the mail; null when the provider does not tell it */
  template: string | null;
  /**
   * The kind of mail, such as a message stream, a configuration set or an unsubscribe group; null when
   * the provider does not tell it
   */
  stream: string | null;
  /** Tags, categories, or name=value pairs; long lists are cut */
  tags: string[];
  since: Moment | null;
  /** The id of the event that decided the status */
  decidedBy: string | null;
  /** Whether that event has expired; a status is kept longer than its events */
  decidingEventExpired: boolean;
  /** The latest time of each event type */
  lastSeen: Partial<Record<StatusType, Moment>>;
  suppressed: boolean;
  /** The worst active cause for all mail */
  suppressionCause: Cause | null;
  /** The newest 50 events, and the one that decided */
  timeline: TimelineEvent[];
  /** Present when there are older events than these */
  moreEvents?: true;
};

export type ReleasePreview = {
  /** `*` for all mail, or the name of one stream, group or list */
  scope: string;
  /** Active causes that the release would end */
  ends: CauseSummary[];
  /** Active causes that would remain */
  stays: CauseSummary[];
  /** Whether the release would end a spam complaint and needs acknowledgeComplaint: true */
  needsAcknowledgement: boolean;
};

export type ReleasedAddress = {
  address: string;
  suppressed: boolean;
  /** The worst active cause; null when mail may be sent */
  cause: CauseSummary | null;
  /** The active causes, worst first; a cause applies only to mail of its scope */
  causes: CauseSummary[];
  /** Present when the address has more active causes, for other streams, than are listed */
  moreCauses?: true;
  /** One page, the newest page first; oldest entry first within the page */
  history: HistoryEntry[];
  /** Pass it to get the next page; absent on the last page */
  cursor?: string;
  /** What a release would change now, for all mail and for up to ten scopes with an active cause */
  releases: ReleasePreview[];
  /** The causes that this release ended */
  ended: CauseSummary[];
};

/** Numbers of sends. A send is one message to one recipient */
export type SendCounts = {
  /** Sends that the provider took or dropped */
  attempted: number;
  /** Sends that the provider took */
  sent: number;
  /** Sends that the receiving server took */
  delivered: number;
  /** Sends that bounced hard */
  bounced: number;
  /** Sends that bounced softly and were neither delivered later nor bounced hard */
  softBounced: number;
  /** Sends that the provider dropped */
  dropped: number;
  /** Delivered sends that the recipient complained about */
  complained: number;
  /** Delivered sends that the recipient unsubscribed from */
  unsubscribed: number;
  /** Delivered sends that a person opened */
  opened: number;
  /** Delivered sends in which a person clicked */
  clicked: number;
  /** Delivered sends that a program opened */
  machineOpened: number;
  /** Delivered sends in which a program clicked */
  machineClicked: number;
  /** Sends that were opened, clicked or complained about, without a report of their delivery */
  undelivered: number;
};

export type Stats = {
  /** A day in UTC */
  from: string;
  /** A day in UTC */
  to: string;
  /**
   * sending-day: a send counts for the day it was sent. event-day: everything counts for the day on
   * which it happened, and there are no rates
   */
  basis: 'sending-day' | 'event-day';
  total: Figures;
  /** The period before; only with `compare` */
  before?: {
    counts: SendCounts;
    /** Null by event day: a bounce and its send can be on different days, so dividing them means nothing */
    rates: Rates | null;
    /** A day in UTC */
    from: string;
    /** A day in UTC */
    to: string;
  };
  /** One for each day of the period */
  series: {
    counts: SendCounts;
    /** Null by event day: a bounce and its send can be on different days, so dividing them means nothing */
    rates: Rates | null;
    /** A day in UTC */
    day: string;
  }[];
  /** Only with `by` */
  by?: {
    dimension: string;
    /**
     * Whether a send can be in several rows, as one with several tags; then the rows add up to more than
     * the total
     */
    rowsOverlap: boolean;
    /** The 50 most frequent values first, then all others together, then the sends for which it is not told */
    rows: StatsRow[];
  };
};

/**
 * What the sends have in common. other: all values after the most frequent ones. not-told: the
 * provider does not tell it
 */
export type StatsGroup =
  | {
      type: 'named';
      name: string;
    }
  | {
      type: 'other';
    }
  | {
      type: 'not-told';
    };

export type StatsRow = {
  group: StatsGroup;
  figures: Figures;
  /** One for each day of the period */
  series: SendCounts[];
  /** The period before; only with `compare` */
  before?: Figures;
};

/** What became of a message */
export type StatusType =
  | 'complaint'
  | 'hard_bounce'
  | 'dropped'
  | 'click'
  | 'open'
  | 'delivered'
  | 'soft_bounce'
  | 'deferred'
  | 'processed';

/**
 * decided: the status comes from this event. duplicate: another event says the same about the same
 * instant. outranked: a more severe type decided. older: a later event decided. lower_rank: within
 * the same instant, a type of higher rank decided. machine: a program opened the message, not a
 * person. no_effect: the type never changes a status, or no recipient is named. not_counted: the
 * stored status does not include the event yet.
 */
export type StatusVerdict =
  | 'decided'
  | 'duplicate'
  | 'outranked'
  | 'older'
  | 'lower_rank'
  | 'machine'
  | 'no_effect'
  | 'not_counted';

export type SuppressionPage = {
  suppressions: SuppressionState[];
  /** Pass it to get the next page; absent on the last page */
  cursor?: string;
};

export type SuppressionState = {
  address: string;
  suppressed: boolean;
  /** The worst active cause; null when mail may be sent */
  cause: CauseSummary | null;
  /** The active causes, worst first; a cause applies only to mail of its scope */
  causes: CauseSummary[];
  /** Present when the address has more active causes, for other streams, than are listed */
  moreCauses?: true;
};

export type TimelineEvent = {
  id: string;
  type: EventType;
  provider: string;
  /** The provider's own name for the event type */
  providerType: string;
  occurredAt: Moment;
  receivedAt: Moment;
  /** Set when a person imported it as something of the past; receivedAt is the time of the import */
  imported?: true;
  /** From occurredAt to receivedAt; negative when the provider's clock is ahead */
  lagMilliseconds: number;
  /** What the event means, in one sentence */
  meaning: string;
  /** Whether the event decided the status, and why */
  effect: {
    verdict: StatusVerdict;
    /** The event that this one lost to */
    lostTo?: {
      id: string;
      provider: string;
      type: StatusType;
    };
  };
  /** The answer of the receiving server */
  smtpReply?: string;
  /** The provider's own class of the failure */
  bounceClass?: string;
  /** Set for a bounce that may be an out-of-office reply and does not count toward suppression */
  mayBeAutomaticReply?: true;
  /** Whether a program, not a person, probably opened or clicked, and the rule that says so */
  machine?: {
    likely: boolean;
    rule: string;
  };
  url?: string;
  /** `*` for all mail, or the name of one stream, group or list */
  scope?: string;
};

/** What `getMessage` takes. */
export type GetMessageInput = {
  /** The id that the provider's send API returned */
  readonly messageId: string;
  /** Only this recipient */
  readonly to?: string | undefined;
  /** Number of entries on a page @default 20 */
  readonly limit?: number | undefined;
  /** The cursor of the previous page */
  readonly cursor?: string | undefined;
};

/** What `listMessagesOfRecipient` takes. */
export type ListMessagesOfRecipientInput = {
  /**
   * An e-mail address. Letter case, a display name, angle brackets, mailto: and a trailing dot do not
   * matter. A string that names no mailbox, or several, is refused
   */
  readonly address: string;
  /** Number of entries on a page @default 20 */
  readonly limit?: number | undefined;
  /** The cursor of the previous page */
  readonly cursor?: string | undefined;
};

/** What `getSuppression` takes. */
export type GetSuppressionInput = {
  /**
   * An e-mail address. Letter case, a display name, angle brackets, mailto: and a trailing dot do not
   * matter. A string that names no mailbox, or several, is refused
   */
  readonly address: string;
  /** Ask for mail of this stream, group or list instead of mail in general */
  readonly stream?: string | undefined;
  /** Number of entries on a page @default 20 */
  readonly limit?: number | undefined;
  /** The cursor of the previous page */
  readonly cursor?: string | undefined;
};

/** What `checkSuppressions` takes. */
export type CheckSuppressionsInput = {
  readonly addresses: readonly string[];
  /** Ask for mail of this stream, group or list instead of mail in general */
  readonly stream?: string | undefined;
};

/** What `listSuppressions` takes. */
export type ListSuppressionsInput = {
  /** Only addresses with an active cause of this kind */
  readonly reason?:
    | 'complaint'
    | 'hard_bounce'
    | 'dropped'
    | 'soft_bounce'
    | 'unsubscribe'
    | 'manual'
    | undefined;
  /** Only addresses with active evidence from this time on: ISO 8601, in UTC without an offset */
  readonly since?: string | undefined;
  /** Number of entries on a page @default 20 */
  readonly limit?: number | undefined;
  /** The cursor of the previous page */
  readonly cursor?: string | undefined;
};

/** What `suppress` takes. */
export type SuppressInput = {
  /**
   * An e-mail address. Letter case, a display name, angle brackets, mailto: and a trailing dot do not
   * matter. A string that names no mailbox, or several, is refused
   */
  readonly address: string;
  /** The reason, kept in the history */
  readonly because: string;
  /** `*` for all mail, or the name of one stream, group or list @default * */
  readonly scope?: string | undefined;
};

/** What `release` takes. */
export type ReleaseInput = {
  /**
   * An e-mail address. Letter case, a display name, angle brackets, mailto: and a trailing dot do not
   * matter. A string that names no mailbox, or several, is refused
   */
  readonly address: string;
  /** The reason, kept in the history */
  readonly because: string;
  /** `*` for all mail, or the name of one stream, group or list @default * */
  readonly scope?: string | undefined;
  /** Must be true to release a spam complaint @default false */
  readonly acknowledgeComplaint?: boolean | undefined;
};

/** What `getStats` takes. */
export type GetStatsInput = {
  /** The first day. Without it: the last days, as many as `days` says */
  readonly from?: string | undefined;
  /** The last day, included. Without it: today */
  readonly to?: string | undefined;
  /** How many days, instead of `from` @default 14 */
  readonly days?: number | undefined;
  /**
   * Also count by this: domain, provider, stream, template, template-version, tag, mailbox,
   * recipient-domain, ip-pool, hour, or metadata:NAME for a custom argument of the send
   */
  readonly by?: string | undefined;
  /** Also count the same number of days before @default false */
  readonly compare?: boolean | undefined;
  /**
   * sending-day: a send counts for the day it was sent. event-day: everything counts for the day on
   * which it happened, and there are no rates @default sending-day
   */
  readonly basis?: 'sending-day' | 'event-day' | undefined;
  /**
   * Accept an earlier answer to the same question up to this age. It costs nothing; 0 always counts anew
   * @default 1
   */
  readonly maxAgeMinutes?: number | undefined;
};

/** A method for each operation of the API. */
export interface MailfoldApi {
  /**
   * Get the status of a message for each recipient.
   *
   * Has the events of each recipient, and for each of them why it decided the status or not. A message
   * to many recipients is answered in pages. A message is unknown (404) until the first event about it
   * has arrived.
   */
  getMessage(input: GetMessageInput, options?: CallOptions): Promise<MessageReport>;
  /**
   * List the messages to an address, newest first.
   *
   * Has the status of each message for this address. `getMessage` has its events.
   */
  listMessagesOfRecipient(
    input: ListMessagesOfRecipientInput,
    options?: CallOptions,
  ): Promise<RecipientMessages>;
  /**
   * Get whether an address is suppressed and why.
   *
   * Has the history of the address, newest page first, with what became of each entry, and what a
   * release would change. `checkSuppressions` answers faster, for many addresses at once.
   */
  getSuppression(input: GetSuppressionInput, options?: CallOptions): Promise<AddressExplanation>;
  /**
   * Check whether up to 100 addresses are suppressed.
   *
   * The answers are in the order of the addresses. If one of them is not an e-mail address, the whole
   * request is refused. What was stored less than a second ago may be missing.
   */
  checkSuppressions(input: CheckSuppressionsInput, options?: CallOptions): Promise<CheckAnswer>;
  /**
   * List the suppressed addresses, newest evidence first.
   *
   * A page can be shorter than its limit, or empty, when many addresses were released. The list ends
   * with the page that has no cursor.
   */
  listSuppressions(input?: ListSuppressionsInput, options?: CallOptions): Promise<SuppressionPage>;
  /**
   * Suppress an address by hand.
   *
   * The history keeps the reason, and the ARN of the caller.
   */
  suppress(input: SuppressInput, options?: CallOptions): Promise<AddressExplanation>;
  /**
   * Release an address from what happened until now.
   *
   * Later evidence suppresses the address again. The history keeps the reason, and the ARN of the
   * caller. To release a spam complaint, `acknowledgeComplaint` must be true.
   */
  release(input: ReleaseInput, options?: CallOptions): Promise<ReleasedAddress>;
  /**
   * Count what became of the mail of some days, with rates.
   *
   * A send is one message to one recipient, and counts for the day it was sent: a late bounce changes
   * that day. Days are days in UTC. Counts come from the lake, which gets new events every five
   * minutes, and an answer is reused for a minute unless `maxAgeMinutes` says otherwise. A stack
   * without a lake (setting `lake: false`) does not have this route.
   */
  getStats(input?: GetStatsInput, options?: CallOptions): Promise<Stats>;
}

export const routes = {
  getMessage: {
    method: 'GET',
    path: '/v1/messages/{messageId}',
    query: ['to', 'limit', 'cursor'],
    repeats: 'always',
  },
  listMessagesOfRecipient: {
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    query: ['limit', 'cursor'],
    repeats: 'always',
  },
  getSuppression: {
    method: 'GET',
    path: '/v1/suppressions/{address}',
    query: ['stream', 'limit', 'cursor'],
    repeats: 'always',
  },
  checkSuppressions: { method: 'POST', path: '/v1/suppressions/check', query: [], repeats: 'always' },
  listSuppressions: {
    method: 'GET',
    path: '/v1/suppressions',
    query: ['reason', 'since', 'limit', 'cursor'],
    repeats: 'always',
  },
  suppress: { method: 'PUT', path: '/v1/suppressions/{address}', query: [], repeats: 'by-key' },
  release: { method: 'POST', path: '/v1/suppressions/{address}/release', query: [], repeats: 'by-key' },
  getStats: {
    method: 'GET',
    path: '/v1/stats',
    query: ['from', 'to', 'days', 'by', 'compare', 'basis', 'maxAgeMinutes'],
    repeats: 'always',
    slowestMillis: 30000,
  },
} as const satisfies Record<keyof MailfoldApi, Route>;

/** The id of an operation in the OpenAPI document. */
export type OperationId = keyof typeof routes;
