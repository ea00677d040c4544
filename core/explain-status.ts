import type { EmailEvent } from './email-event.ts';
import { foldStatus, type MessageStatus, withProviderInPrecedence } from './fold-status.ts';
import type { EventId } from './ids.ts';
import { joinLabels } from './mail-labels.ts';
import {
  isMachineOpen,
  precedenceOf,
  type StatusEvent,
  type StatusType,
  tierOf,
  touchesStatus,
} from './precedence.ts';

export const verdicts = [
  /** The event has the highest precedence, so it is the status. */
  'decided',
  /** Another event of the same type and time decided or comes first. */
  'duplicate',
  /** A type of a higher tier decided, regardless of the times. */
  'outranked',
  /** A later event decided. */
  'older',
  /** At the same instant, a type of higher rank decided. */
  'lower_rank',
  /** A program made the open, which does not show that a person saw the message. */
  'machine',
  /** The type never changes a status, or the provider does not name a recipient. */
  'no_effect',
  /** The stored status does not include the event (yet). */
  'not_counted',
] as const;

/** Whether an event decided the status of its message, and why. */
export type StatusEffect = {
  readonly verdict: (typeof verdicts)[number];
  /** The event that this one lost to. */
  readonly lostTo?: { readonly id: EventId; readonly provider: string; readonly type: StatusType };
};

/** The stored status or, when its row is missing, the fold of the events. A row of an earlier version lacks the labels. */
export function decisionOf(
  status: MessageStatus | undefined,
  events: readonly EmailEvent[],
): MessageStatus | undefined {
  const folded = events.reduce<MessageStatus | undefined>(foldStatus, undefined);
  if (!status || !folded) return status ? withProviderInPrecedence(status) : folded;
  return { ...withProviderInPrecedence(status), labels: joinLabels(status.labels, folded.labels) };
}

/** Why an event decided the status, or why it did not. */
export function explainStatus(
  event: EmailEvent,
  decision: MessageStatus | undefined,
  events: readonly EmailEvent[],
): StatusEffect {
  // A status from before the rule about machines may come from such an open.
  if (isMachineOpen(event)) return { verdict: isDecision(event, decision) ? 'decided' : 'machine' };
  if (!touchesStatus(event)) return { verdict: 'no_effect' };
  const precedence = precedenceOf(event);
  if (!decision || precedence > decision.precedence) return { verdict: 'not_counted' };
  if (precedence === decision.precedence) return { verdict: 'decided' };
  const duplicate = events.filter(touchesStatus).find((other) => isDuplicate(other, event, precedence));
  if (duplicate) return { verdict: 'duplicate', lostTo: lostToEvent(duplicate) };
  const lostTo = { id: decision.eventId, provider: decision.provider, type: decision.type };
  if (tierOf(event.type) < tierOf(decision.type)) return { verdict: 'outranked', lostTo };
  return { verdict: event.occurredAt < decision.occurredAt ? 'older' : 'lower_rank', lostTo };
}

function lostToEvent({ id, provider, type }: StatusEvent) {
  return { id, provider, type };
}

function isDecision(event: EmailEvent, decision: MessageStatus | undefined): boolean {
  return (
    decision?.eventId === event.id &&
    decision.provider === event.provider &&
    decision.type === event.type &&
    decision.occurredAt === event.occurredAt
  );
}

/** Whether the other event says the same and has the higher precedence, by its id or provider. */
function isDuplicate(other: StatusEvent, { type, occurredAt }: EmailEvent, precedence: string): boolean {
  return other.type === type && other.occurredAt === occurredAt && precedenceOf(other) > precedence;
}
