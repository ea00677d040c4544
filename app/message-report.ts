import type { EventType, MachineVerdict } from '../core/email-event.ts';
import { decisionOf, explainStatus, type StatusEffect } from '../core/explain-status.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import { suppressedFor } from '../core/fold-suppression.ts';
import type { Address, EventId, MessageId } from '../core/ids.ts';
import { meaningOf } from '../core/meaning.ts';
import type { Moment } from '../core/moment.ts';
import { isTerminal, type StatusType } from '../core/precedence.ts';
import type { Cause } from '../core/suppression.ts';
import { askedAddress } from './address-history.ts';
import { limits } from './given.ts';
import type { RecipientHistory, StoredEvent, SuppressionLog } from './ports/store.ts';
import { type ShownLabels, shownLabels } from './shown-labels.ts';
import { readSuppression } from './suppression-state.ts';

/** One event of a message, and whether it decided the status. */
export type TimelineEvent = {
  readonly id: EventId;
  readonly type: EventType;
  readonly provider: string;
  /** The provider's own name for the event type. */
  readonly providerType: string;
  readonly occurredAt: Moment;
  readonly receivedAt: string;
  /** A person imported it as something that happened in the past; `receivedAt` is the time of the import. */
  readonly imported?: true;
  /** From `occurredAt` to `receivedAt`; negative when the provider's clock is ahead. */
  readonly lagMilliseconds: number;
  /** What the event means, in one sentence. */
  readonly meaning: string;
  readonly effect: StatusEffect;
  readonly smtpReply?: string;
  readonly bounceClass?: string;
  /** Set for a bounce that may be an out-of-office reply. It does not count toward suppression. */
  readonly mayBeAutomaticReply?: true;
  readonly machine?: MachineVerdict;
  readonly url?: string;
  readonly scope?: string;
};

export type RecipientStatus = ShownLabels & {
  readonly recipient: Address;
  readonly status: StatusType | null;
  readonly final: boolean;
  readonly since: Moment | null;
  /** The event that decided the status. */
  readonly decidedBy: EventId | null;
  /** A status is kept longer than its events, so the event that decided may have expired. */
  readonly decidingEventExpired: boolean;
  /** The latest time of each type. */
  readonly lastSeen: Readonly<Partial<Record<StatusType, Moment>>>;
  readonly suppressed: boolean;
  readonly suppressionCause: Cause | null;
  /** The newest events, and the one that decided. */
  readonly timeline: readonly TimelineEvent[];
  /** Present when there are older ones. */
  readonly moreEvents?: true;
};

export type MessageReport = {
  readonly messageId: MessageId;
  /** Number of recipients by status. */
  readonly summary: Readonly<Record<string, number>>;
  /** Whether the summary counts all recipients of the message, or those of this page because there are too many. */
  readonly summaryOf: 'message' | 'page';
  /** In the order of their addresses. */
  readonly recipients: readonly RecipientStatus[];
  /** On the first page: events for which the provider does not name a recipient. */
  readonly otherEvents: readonly TimelineEvent[];
  /** Present when there are older ones. */
  readonly moreOtherEvents?: true;
  /** For the next page; absent on the last page. */
  readonly cursor?: string;
};

/** Whether the fate of the message is known for every recipient. Opens and clicks can still follow. */
export function isSettled({ recipients }: MessageReport): boolean {
  return recipients.every(
    ({ status }) => status !== null && !['processed', 'deferred', 'soft_bounce'].includes(status),
  );
}

/** The status of the message for one recipient, with its events. */
export async function recipientStatus(
  { recipient, status, events, hasMoreEvents }: RecipientHistory,
  log: SuppressionLog,
): Promise<RecipientStatus> {
  const decision = decisionOf(status, events);
  const deciding = events.find((event) => decision && isDecidedBy(decision, event));
  const shown = newestOf(events, deciding);
  // An event is stored even if its recipient is not an address.
  const asked = askedAddress(recipient) ?? { address: recipient, keys: [recipient] };
  const cause = suppressedFor(await readSuppression(asked, undefined, log))?.cause ?? null;
  return {
    recipient,
    status: decision?.type ?? null,
    final: decision ? isTerminal(decision.type) : false,
    ...shownLabels(decision?.labels),
    since: decision?.occurredAt ?? null,
    decidedBy: decision?.eventId ?? null,
    decidingEventExpired: decision !== undefined && !deciding,
    lastSeen: decision?.times ?? {},
    suppressed: cause !== null,
    suppressionCause: cause,
    timeline: shown.map((event) => timelineEvent(event, decision, events)),
    ...((hasMoreEvents || shown.length < events.length) && { moreEvents: true }),
  };
}

/** As many as an answer lists, and one that must be among them. */
export function newestOf(events: readonly StoredEvent[], required?: StoredEvent): readonly StoredEvent[] {
  const newest = events.slice(-limits.eventsPerRecipient);
  return !required || newest.includes(required) ? newest : [required, ...newest];
}

/** Ids are unique for one provider only. */
function isDecidedBy({ eventId, provider }: MessageStatus, event: StoredEvent): boolean {
  return event.id === eventId && event.provider === provider;
}

/** Without a decision for an event that names no recipient. */
export function timelineEvent(
  event: StoredEvent,
  decision: MessageStatus | undefined,
  events: readonly StoredEvent[],
): TimelineEvent {
  const { id, type, provider, providerType, occurredAt, receivedAt, imported } = event;
  return {
    id,
    type,
    provider,
    providerType,
    occurredAt,
    receivedAt,
    imported,
    lagMilliseconds: Date.parse(receivedAt) - Date.parse(occurredAt),
    meaning: meaningOf(event),
    effect: event.recipient ? explainStatus(event, decision, events) : { verdict: 'no_effect' },
    smtpReply: 'diagnostic' in event ? event.diagnostic : undefined,
    bounceClass: 'reason' in event ? event.reason : undefined,
    mayBeAutomaticReply: 'mayBeAutomaticReply' in event ? event.mayBeAutomaticReply : undefined,
    machine: 'machine' in event ? event.machine : undefined,
    url: 'url' in event ? event.url : undefined,
    scope: 'scope' in event ? event.scope : undefined,
  };
}

export function countByStatus(recipients: readonly RecipientStatus[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of recipients) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1;
  return counts;
}
