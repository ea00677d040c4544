import type { EmailEvent } from './email-event.ts';
import { foldStatus, type MessageStatus } from './fold-status.ts';
import type { EventId } from './ids.ts';
import { precedenceOf, type StatusType, tierOf, touchesStatus } from './precedence.ts';

export const verdicts = [
  /** It has the highest precedence, so it is the status. */
  'decided',
  /** Another event says the same thing of the same instant. */
  'duplicate',
  /** A type of a higher tier decided, whatever the times. */
  'outranked',
  /** A later event decided. */
  'older',
  /** Within one instant, the type that decided ranks higher. */
  'lower_rank',
  /** Its type never changes a status, or its provider does not say whom it is about. */
  'no_effect',
  /** The stored status does not include it (yet). */
  'not_counted',
] as const;

/** What an event had to do with the status of its message. */
export type StatusEffect = {
  readonly verdict: (typeof verdicts)[number];
  /** The event that it lost to. */
  readonly lostTo?: { readonly id: EventId; readonly type: StatusType };
};

/** The status as it is stored or, when its row is missing, as the events tell it. */
export function decisionOf(
  status: MessageStatus | undefined,
  events: readonly EmailEvent[],
): MessageStatus | undefined {
  return status ?? events.reduce<MessageStatus | undefined>(foldStatus, undefined);
}

/** Why an event decided the status, or why it did not. */
export function explainStatus(
  event: EmailEvent,
  decision: MessageStatus | undefined,
  events: readonly EmailEvent[],
): StatusEffect {
  if (!touchesStatus(event)) return { verdict: 'no_effect' };
  const precedence = precedenceOf(event);
  if (!decision || precedence > decision.precedence) return { verdict: 'not_counted' };
  if (precedence === decision.precedence) return { verdict: 'decided' };
  const twin = events.filter(touchesStatus).find((other) => isSameNews(other, event, precedence));
  if (twin) return { verdict: 'duplicate', lostTo: { id: twin.id, type: twin.type } };
  const lostTo = { id: decision.eventId, type: decision.type };
  if (tierOf(event.type) < tierOf(decision.type)) return { verdict: 'outranked', lostTo };
  return { verdict: event.occurredAt < decision.occurredAt ? 'older' : 'lower_rank', lostTo };
}

function isSameNews(
  other: EmailEvent & { type: StatusType },
  { type, occurredAt }: EmailEvent,
  precedence: string,
): boolean {
  return other.type === type && other.occurredAt === occurredAt && precedenceOf(other) > precedence;
}
