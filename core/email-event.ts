import type { Address, EventId, MessageId } from './ids.ts';
import type { Metadata } from './metadata.ts';
import type { Moment } from './moment.ts';

/** Whether a program, not a person, probably opened or clicked, and the rule that says so. */
export type MachineVerdict = { readonly likely: boolean; readonly rule: string };

/** What is true of the send, and therefore the same for all events about it. Each is absent where the provider does not tell it. */
export type Dimensions = {
  /** The kind of mail, as the provider separates them: a message stream, a configuration set, an unsubscribe group. */
  readonly stream?: string;
  readonly tags?: readonly string[];
  readonly template?: string;
  readonly templateVersion?: string;
  readonly sendingDomain?: string;
  readonly ipPool?: string;
  /** When the provider took the message. */
  readonly sentAt?: Moment;
  /** The custom arguments of the send. */
  readonly metadata?: Metadata;
};

type Facts = Dimensions & {
  readonly id: EventId;
  readonly provider: string;
  /** The provider's own name for the event type. */
  readonly providerType: string;
  readonly messageId: MessageId;
  /** Absent when the provider does not name a recipient, as for an open of a message with several recipients. */
  readonly recipient?: Address;
  /** The address as the provider wrote it, when it differs from `recipient`. */
  readonly recipientAsGiven?: string;
  readonly occurredAt: Moment;
  /** The provider's event object, unchanged. */
  readonly payload: unknown;
};

type Failure = {
  /** The provider's own class of the failure. */
  readonly reason?: string;
  /** The answer of the receiving server. */
  readonly diagnostic?: string;
  /** Enhanced status code, such as 5.1.1. */
  readonly smtpStatus?: string;
};

type Visit = { readonly userAgent?: string; readonly ip?: string; readonly machine?: MachineVerdict };

export type EmailEvent = Facts &
  (
    | { readonly type: 'processed' }
    | ({ readonly type: 'deferred' | 'delivered' | 'hard_bounce' } & Failure)
    /** `mayBeAutomaticReply` when the provider reports out-of-office replies in the same way. */
    | ({ readonly type: 'soft_bounce'; readonly mayBeAutomaticReply?: true } & Failure)
    /** `blames` says whether the address or only this message caused the drop. A blamed address is suppressed. */
    | ({ readonly type: 'dropped'; readonly blames: 'address' | 'message' } & Failure)
    | ({ readonly type: 'open' } & Visit)
    | ({ readonly type: 'click'; readonly url?: string } & Visit)
    | { readonly type: 'complaint'; readonly reason?: string }
    /** `scope` is `*` for all mail, or the stream, group or list that the recipient left or joined again. */
    | { readonly type: 'unsubscribe' | 'resubscribe'; readonly scope: string }
    | { readonly type: 'unknown'; readonly reason?: string }
  );

export type EventType = EmailEvent['type'];

// A record instead of a list, so that the compiler reports a missing type.
const known: Readonly<Record<EventType, true>> = {
  processed: true,
  deferred: true,
  delivered: true,
  open: true,
  click: true,
  soft_bounce: true,
  hard_bounce: true,
  dropped: true,
  complaint: true,
  unsubscribe: true,
  resubscribe: true,
  unknown: true,
};

export const eventTypes = Object.keys(known) as readonly EventType[];

const knownDimensions: Readonly<Record<keyof Dimensions, true>> = {
  stream: true,
  tags: true,
  template: true,
  templateVersion: true,
  sendingDomain: true,
  ipPool: true,
  sentAt: true,
  metadata: true,
};

export type Dimension = keyof Dimensions;
export const dimensions = Object.keys(knownDimensions) as readonly Dimension[];
