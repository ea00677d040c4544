// Written by `npm run openapi` from the schemas of the API. Changes here are lost.

import type { CallOptions } from './call-options.ts';
import type { Route } from './request.ts';

export type AddressChange = {
  /** As it was given */
  address: string;
  /** not-tried: time was up; send these addresses again */
  outcome: 'done' | 'refused' | 'not-tried';
  /** Why it was refused, for programs */
  code?:
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
    | 'domain-invalid'
    | 'event-id-invalid'
    | 'lines-invalid'
    | 'queue-unknown'
    | 'provider-unknown'
    | 'days-invalid'
    | 'dimension-unknown'
    | 'age-invalid'
    | 'query-invalid'
    | 'query-failed'
    | 'question-unknown'
    | 'letters-not-chosen'
    | 'request-id-invalid'
    | 'endpoint-unknown'
    | 'message-unknown'
    | 'event-unknown'
    | 'manual-switched-off'
    | 'nothing-to-release'
    | 'not-paused'
    | 'endpoint-paused'
    | 'complaint-not-acknowledged';
  /** Why it was refused, for people */
  detail?: string;
  /** Whether the address is suppressed now; present when done */
  suppressed?: boolean;
  /** The causes that the release ended */
  ended?: CauseSummary[];
};

export type AddressChanges = {
  /** In the order of the addresses */
  results: AddressChange[];
};

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

export type CauseCount = {
  cause: Cause;
  /** Suppressed addresses with this cause */
  addresses: number;
  /** False when there are more: counting ended at a bound */
  isComplete: boolean;
};

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

export type DeadLetter = {
  id: string;
  provider: string;
  reason: string;
  sentAt: Moment;
  headers: Record<string, string>;
  /** As the provider sent it */
  body: string;
};

export type DeadLetterGroups = {
  /** By provider and reason, the most frequent first */
  groups: LetterGroup[];
  /** Dead letters that the answer is about */
  lookedAt: number;
  /** Dead letters in the queue, counted approximately */
  total: number;
  /** False when the answer had to end before all were looked at */
  isComplete: boolean;
};

export type DeadLetters = {
  letters: DeadLetter[];
  /** Dead letters that the answer is about */
  lookedAt: number;
  /** Dead letters in the queue, counted approximately */
  total: number;
  /** False when the answer had to end before all were looked at */
  isComplete: boolean;
};

/**
 * suppresses: keeps the address suppressed. released: a release ended it. not_enough: a soft bounce
 * below the cap. switched_off: this stack does not suppress for the cause. ended: a release that
 * ended evidence. ended_nothing: a release without earlier evidence that it could end; a resubscribe
 * that a provider reports ends only unsubscribes of the same provider and scope.
 */
export type EntryFate = 'suppresses' | 'released' | 'not_enough' | 'switched_off' | 'ended' | 'ended_nothing';

export type EventPayload = {
  messageId: string;
  id: string;
  provider: string;
  /** The provider's event as it came, as JSON */
  payload: string;
};

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

export type Finding = {
  /** step: a step on the way of an event. provider: one provider */
  kind: 'step' | 'provider';
  what: string;
  /** unknown: nothing is wrong, but nothing shows that it works */
  state: 'well' | 'unwell' | 'unknown';
  /** A few words that continue `what` */
  found: string;
  /** Since when it is so, if that is known. For a provider: when its last event was stored */
  since?: Moment;
  /** The command that repairs it, or what to do */
  repair?: string;
};

export type Health = {
  state: 'well' | 'unwell';
  checkedAt: Moment;
  /** In the order in which an event meets the steps, then by provider */
  findings: Finding[];
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

export type ImportedLines = {
  added: number;
  /** Lines that were imported before */
  unchanged: number;
  bad: {
    /** Its place in the request, from 1 */
    line: number;
    problem: string;
  }[];
};

export type LetterGroup = {
  provider: string;
  reason: string;
  count: number;
  /** When the oldest of them arrived */
  oldest: Moment;
};

export type LiveEvent = {
  id: string;
  provider: string;
  type: EventType;
  /** Absent when the provider does not name one */
  recipient?: string;
  messageId: string;
  occurredAt: Moment;
  storedAt: Moment;
  /** Set when a person imported it as something that happened in the past */
  imported?: true;
};

export type LiveEvents = {
  /** In the order in which they were stored, as far as that is known */
  events: LiveEvent[];
  /** Pass it to get what is stored from then on */
  cursor: string;
};

export type Me = {
  caller: {
    /** iam: an AWS identity. person: somebody who signed in */
    type: 'iam' | 'person';
    /** As the history keeps it: an ARN, or the e-mail address or name of the person */
    name: string;
  };
  /** What the caller may do. An AWS identity has all roles here: its policies decide, route by route */
  roles: Role[];
  /** The name of the stack */
  stack: string;
  /** The version of Mailfold that is deployed */
  version: string;
  /** The providers that can send events to this stack */
  providers: {
    name: string;
    /** The name as people write it */
    title: string;
    /** Where the provider shows the addresses that it does not send to. A release does not change that list */
    ownListUrl?: string;
  }[];
  /** Parts that this stack has and others may not have, such as `lake` */
  features: string[];
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
    | 'domain-invalid'
    | 'event-id-invalid'
    | 'lines-invalid'
    | 'queue-unknown'
    | 'provider-unknown'
    | 'days-invalid'
    | 'dimension-unknown'
    | 'age-invalid'
    | 'query-invalid'
    | 'query-failed'
    | 'question-unknown'
    | 'letters-not-chosen'
    | 'request-id-invalid'
    | 'endpoint-unknown'
    | 'message-unknown'
    | 'event-unknown'
    | 'manual-switched-off'
    | 'nothing-to-release'
    | 'not-paused'
    | 'endpoint-paused'
    | 'complaint-not-acknowledged'
    | 'request-invalid'
    | 'route-unknown'
    | 'role-missing'
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

export type Redriven = {
  /** Dead letters that were sent again, or would be */
  moved: number;
  /** Dead letters that stay in the queue, counted approximately */
  left: number;
  dryRun: boolean;
  /** Dead letters that the answer is about */
  lookedAt: number;
  /** Dead letters in the queue, counted approximately */
  total: number;
  /** False when the answer had to end before all were looked at */
  isComplete: boolean;
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

export type ReleasePreviews = {
  /** What a release would change now, in the order of the addresses */
  previews: {
    /** `*` for all mail, or the name of one stream, group or list */
    scope: string;
    /** Active causes that the release would end */
    ends: CauseSummary[];
    /** Active causes that would remain */
    stays: CauseSummary[];
    /** Whether the release would end a spam complaint and needs acknowledgeComplaint: true */
    needsAcknowledgement: boolean;
    address: string;
    suppressed: boolean;
  }[];
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

/**
 * viewer: reads. support: also releases and suppresses, and sees payloads. operator: also sees dead
 * letters and sends them again
 */
export type Role = 'viewer' | 'support' | 'operator';

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

export type Setup = {
  providers: SetupProvider[];
  settings: {
    /** How long events are kept, and repeats recognised */
    dedupeWindowDays: number;
    /** How long the status of a message is kept */
    statusRetentionDays: number;
    suppression: {
      /** The causes that suppress an address */
      causes: Cause[];
      /** Soft bounces within the window that suppress an address */
      softBounceCap: number;
      softBounceWindowDays: number;
    };
  };
};

export type SetupProvider = {
  name: string;
  /** The name as people write it */
  title: string;
  /** webhook: the provider posts to `url`. topic: it publishes to `topicArn` */
  transport: 'webhook' | 'topic';
  /** What to enter at the provider */
  url?: string;
  topicArn?: string;
  /** The configuration set that publishes to the topic */
  configurationSet?: string;
  /** Where the provider shows the addresses that it does not send to. A release does not change that list */
  ownListUrl?: string;
  /** Whether there is a key to verify its events with. The key itself is never shown */
  key: 'present' | 'missing' | 'unreadable' | 'not-needed';
  /** When its last event was stored, to within 5 minutes; null when there was none */
  lastEventAt: Moment | null;
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

export type SuppressionCounts = {
  /** For each cause. An address with two causes is counted for both */
  counts: CauseCount[];
};

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
  /** Only addresses of this domain, such as example.com; subdomains do not count */
  readonly domain?: string | undefined;
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

/** What `getEventPayload` takes. */
export type GetEventPayloadInput = {
  /** The id that the provider's send API returned */
  readonly messageId: string;
  /** The id of the event in the timeline */
  readonly id: string;
  /** Its provider: ids are unique for one provider only */
  readonly provider: string;
  /** Its time */
  readonly occurredAt: string;
};

/** What `countSuppressions` takes. */
export type CountSuppressionsInput = {
  /** Only addresses with active evidence from this time on: ISO 8601, in UTC without an offset */
  readonly since?: string | undefined;
  /** Only addresses of this domain, such as example.com; subdomains do not count */
  readonly domain?: string | undefined;
  /** Only addresses with an active cause of this kind */
  readonly reason?:
    | 'complaint'
    | 'hard_bounce'
    | 'dropped'
    | 'soft_bounce'
    | 'unsubscribe'
    | 'manual'
    | undefined;
};

/** What `previewReleases` takes. */
export type PreviewReleasesInput = {
  readonly addresses: readonly string[];
  /** `*` for all mail, or the name of one stream, group or list @default * */
  readonly scope?: string | undefined;
};

/** What `suppressMany` takes. */
export type SuppressManyInput = {
  readonly addresses: readonly string[];
  /** The reason, kept in the history */
  readonly because: string;
  /** `*` for all mail, or the name of one stream, group or list @default * */
  readonly scope?: string | undefined;
};

/** What `releaseMany` takes. */
export type ReleaseManyInput = {
  readonly addresses: readonly string[];
  /** The reason, kept in the history */
  readonly because: string;
  /** `*` for all mail, or the name of one stream, group or list @default * */
  readonly scope?: string | undefined;
  /** Must be true to release a spam complaint @default false */
  readonly acknowledgeComplaint?: boolean | undefined;
};

/** What `importSuppressions` takes. */
export type ImportSuppressionsInput = {
  /** With the columns of `mailfold suppressions export`; only `address` is required */
  readonly lines: readonly {
    readonly address?: string | undefined;
    readonly cause?: string | undefined;
    readonly scope?: string | undefined;
    readonly since?: string | undefined;
    readonly provider?: string | undefined;
    readonly message?: string | undefined;
    readonly event?: string | undefined;
    readonly by?: string | undefined;
    readonly because?: string | undefined;
    readonly diagnostic?: string | undefined;
  }[];
  /** The reason, kept in the history */
  readonly because: string;
};

/** What `getMe` takes. */
export type GetMeInput = Record<string, never>;

/** What `getSetup` takes. */
export type GetSetupInput = Record<string, never>;

/** What `getHealth` takes. */
export type GetHealthInput = Record<string, never>;

/** What `listDeadLetters` takes. */
export type ListDeadLettersInput = {
  /**
   * events: what could not be processed. topic: what could not be delivered to the events queue @default
   * events
   */
  readonly queue?: 'events' | 'topic' | undefined;
  /** Only dead letters of this provider */
  readonly provider?: string | undefined;
  /** Only dead letters whose reason contains this */
  readonly reason?: string | undefined;
};

/** What `showDeadLetters` takes. */
export type ShowDeadLettersInput = {
  /**
   * events: what could not be processed. topic: what could not be delivered to the events queue @default
   * events
   */
  readonly queue?: 'events' | 'topic' | undefined;
  /** Only dead letters of this provider */
  readonly provider?: string | undefined;
  /** Only dead letters whose reason contains this */
  readonly reason?: string | undefined;
  /** Number of entries on a page @default 20 */
  readonly limit?: number | undefined;
};

/** What `redriveDeadLetters` takes. */
export type RedriveDeadLettersInput = {
  /**
   * events: what could not be processed. topic: what could not be delivered to the events queue @default
   * events
   */
  readonly queue?: 'events' | 'topic' | undefined;
  /** Only dead letters of this provider */
  readonly provider?: string | undefined;
  /** Only dead letters whose reason contains this */
  readonly reason?: string | undefined;
  /** Must be true to send all of them: a forgotten filter must not send everything @default false */
  readonly all?: boolean | undefined;
  /** Only say how many would be sent @default false */
  readonly dryRun?: boolean | undefined;
};

/** What `getLiveEvents` takes. */
export type GetLiveEventsInput = {
  /** The cursor of the previous answer */
  readonly cursor?: string | undefined;
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
   * release would change. `checkSuppressions` answers faster, for many addresses at once. A string that
   * names no mailbox is answered for if it is suppressed itself: providers report such strings too.
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
   * The history keeps the reason, and the name of the caller.
   */
  suppress(input: SuppressInput, options?: CallOptions): Promise<AddressExplanation>;
  /**
   * Release an address from what happened until now.
   *
   * Later evidence suppresses the address again. The history keeps the reason, and the name of the
   * caller. To release a spam complaint, `acknowledgeComplaint` must be true.
   */
  release(input: ReleaseInput, options?: CallOptions): Promise<ReleasedAddress>;
  /**
   * Get one event of a message as its provider sent it.
   *
   * The payload can contain IP addresses, user agents and whatever the sender attached to the mail.
   * `getMessage` has the id, provider and time of each event.
   */
  getEventPayload(input: GetEventPayloadInput, options?: CallOptions): Promise<EventPayload>;
  /**
   * Count the suppressed addresses by cause.
   *
   * Counts up to 1,000 addresses for each cause, and says for which causes there are more. Takes seconds
   * for long lists.
   */
  countSuppressions(input?: CountSuppressionsInput, options?: CallOptions): Promise<SuppressionCounts>;
  /**
   * Preview what a release of up to 100 addresses would change.
   *
   * The answers are in the order of the addresses. If one of them is not an e-mail address, the whole
   * request is refused. Nothing is changed.
   */
  previewReleases(input: PreviewReleasesInput, options?: CallOptions): Promise<ReleasePreviews>;
  /**
   * Suppress up to 100 addresses by hand.
   *
   * Each address has an answer of its own: one that is refused does not hold up the others.
   */
  suppressMany(input: SuppressManyInput, options?: CallOptions): Promise<AddressChanges>;
  /**
   * Release up to 100 addresses from what happened until now.
   *
   * Each address has an answer of its own: one that is refused does not hold up the others.
   */
  releaseMany(input: ReleaseManyInput, options?: CallOptions): Promise<AddressChanges>;
  /**
   * Add lines of a list of suppressed addresses.
   *
   * Takes the columns that `mailfold suppressions export` writes. The history names the caller for every
   * line. A line that was imported before changes nothing, so a request can be repeated.
   */
  importSuppressions(input: ImportSuppressionsInput, options?: CallOptions): Promise<ImportedLines>;
  /**
   * Get who is asking, and what this stack has.
   *
   * The name is the one that the history keeps for what the caller changes.
   */
  getMe(input?: GetMeInput, options?: CallOptions): Promise<Me>;
  /**
   * Get how each provider is set up, and the settings of the stack.
   *
   * Says for each provider what to enter there, whether a key is present, and when its last event came.
   */
  getSetup(input?: GetSetupInput, options?: CallOptions): Promise<Setup>;
  /**
   * Check every step of an event's way, and when each provider was last heard of.
   *
   * For each problem it names the command that repairs it.
   */
  getHealth(input?: GetHealthInput, options?: CallOptions): Promise<Health>;
  /**
   * List the events that could not be processed, by provider and reason.
   *
   * Looks at up to 1,000 dead letters, and says whether there are more. While it looks, nobody else sees
   * them.
   */
  listDeadLetters(input?: ListDeadLettersInput, options?: CallOptions): Promise<DeadLetterGroups>;
  /**
   * Show dead letters with their content.
   *
   * The bodies are as the provider sent them.
   */
  showDeadLetters(input?: ShowDeadLettersInput, options?: CallOptions): Promise<DeadLetters>;
  /**
   * Send dead letters again.
   *
   * They are tried as often as new events. The answer comes in time even if there are many: repeat the
   * request until `isComplete` is true.
   */
  redriveDeadLetters(input?: RedriveDeadLettersInput, options?: CallOptions): Promise<Redriven>;
  /**
   * Get the events that were stored since the earlier answer.
   *
   * The first answer has no events, and a cursor to ask with. Ask every few seconds. With the ETag of
   * the earlier answer in `If-None-Match`, an answer without news is a 304 without a body.
   */
  getLiveEvents(input?: GetLiveEventsInput, options?: CallOptions): Promise<LiveEvents>;
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
    query: ['reason', 'since', 'domain', 'limit', 'cursor'],
    repeats: 'always',
  },
  suppress: { method: 'PUT', path: '/v1/suppressions/{address}', query: [], repeats: 'by-key' },
  release: { method: 'POST', path: '/v1/suppressions/{address}/release', query: [], repeats: 'by-key' },
  getEventPayload: {
    method: 'GET',
    path: '/v1/payloads/{messageId}',
    query: ['id', 'provider', 'occurredAt'],
    repeats: 'always',
  },
  countSuppressions: {
    method: 'GET',
    path: '/v1/suppressions/counts',
    query: ['since', 'domain', 'reason'],
    repeats: 'always',
  },
  previewReleases: { method: 'POST', path: '/v1/suppressions/preview', query: [], repeats: 'always' },
  suppressMany: { method: 'POST', path: '/v1/suppressions/suppress', query: [], repeats: 'by-key' },
  releaseMany: { method: 'POST', path: '/v1/suppressions/release', query: [], repeats: 'by-key' },
  importSuppressions: { method: 'POST', path: '/v1/suppressions/import', query: [], repeats: 'by-key' },
  getMe: { method: 'GET', path: '/v1/me', query: [], repeats: 'always' },
  getSetup: { method: 'GET', path: '/v1/setup', query: [], repeats: 'always' },
  getHealth: { method: 'GET', path: '/v1/health', query: [], repeats: 'always' },
  listDeadLetters: {
    method: 'GET',
    path: '/v1/dead-letters',
    query: ['queue', 'provider', 'reason'],
    repeats: 'always',
  },
  showDeadLetters: {
    method: 'GET',
    path: '/v1/dead-letters/bodies',
    query: ['queue', 'provider', 'reason', 'limit'],
    repeats: 'always',
  },
  redriveDeadLetters: { method: 'POST', path: '/v1/dead-letters/redrive', query: [], repeats: 'never' },
  getLiveEvents: { method: 'GET', path: '/v1/live', query: ['cursor'], repeats: 'always' },
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
