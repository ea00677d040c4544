import type { EventType, MachineVerdict } from '../core/email-event.ts';
import { decisionOf, explainStatus, type StatusEffect } from '../core/explain-status.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import { suppressedFor } from '../core/fold-suppression.ts';
import { type Address, type EventId, type MessageId, toAddress } from '../core/ids.ts';
import { meaningOf } from '../core/meaning.ts';
import type { Moment } from '../core/moment.ts';
import { isTerminal, type StatusType } from '../core/precedence.ts';
import type { Cause } from '../core/suppression.ts';
import { askedAddress } from './address-history.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { givenAddress, givenMessageId, ifGiven, together } from './given.ts';
import type { MessageReader, RecipientHistory, StoredEvent, SuppressionLog } from './ports/store.ts';
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
  readonly timeline: readonly TimelineEvent[];
};

export type MessageReport = {
  readonly messageId: MessageId;
  /** Number of recipients by status. */
  readonly summary: Readonly<Record<string, number>>;
  readonly recipients: readonly RecipientStatus[];
  /** Events for which the provider does not name a recipient. */
  readonly otherEvents: readonly TimelineEvent[];
};

type MessageQuestion = {
  readonly messageId: string;
  /** Only this recipient. */
  readonly to?: string;
};

/** The status of a message for each recipient, with its events and why each of them decided or not. */
export async function messageStatus(
  question: MessageQuestion,
  ports: MessageReader & SuppressionLog,
): Promise<Answer<MessageReport>> {
  const given = together({
    messageId: givenMessageId(question.messageId),
    only: ifGiven(question.to, givenAddress),
  });
  if (!given.ok) return given;
  const { messageId, only } = given.value;
  const history = await ports.message(messageId);
  if (!history) return refuse('message-unknown', 'no event about this message has arrived');
  const wanted = history.recipients.filter(({ recipient }) => !only || toAddress(recipient) === only.address);
  if (only && wanted.length === 0)
    return refuse('message-unknown', 'no event about this message and recipient has arrived');
  const recipients: RecipientStatus[] = [];
  for (const each of wanted) recipients.push(await recipientStatus(each, ports));
  return answer({
    messageId: history.messageId,
    summary: countByStatus(recipients),
    recipients,
    otherEvents: only ? [] : history.withoutRecipient.map((event) => timelineEvent(event, undefined, [])),
  });
}

/** Whether the fate of the message is known for every recipient. Opens and clicks can still follow. */
export function isSettled({ recipients }: MessageReport): boolean {
  return recipients.every(
    ({ status }) => status !== null && !['processed', 'deferred', 'soft_bounce'].includes(status),
  );
}

async function recipientStatus(
  { recipient, status, events }: RecipientHistory,
  log: SuppressionLog,
): Promise<RecipientStatus> {
  const decision = decisionOf(status, events);
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
    decidingEventExpired: decision !== undefined && !events.some((event) => isDecidedBy(decision, event)),
    lastSeen: decision?.times ?? {},
    suppressed: cause !== null,
    suppressionCause: cause,
    timeline: events.map((event) => timelineEvent(event, decision, events)),
  };
}

/** Ids are unique for one provider only. */
function isDecidedBy({ eventId, provider }: MessageStatus, event: StoredEvent): boolean {
  return event.id === eventId && event.provider === provider;
}

function timelineEvent(
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

function countByStatus(recipients: readonly RecipientStatus[]): Record<string, number> {
  const words = recipients.map(({ status }) => status ?? 'none').sort();
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
