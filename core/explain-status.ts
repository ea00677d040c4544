import type { EmailEvent } from './email-event.ts';
import { foldStatus, type MessageStatus } from './fold-status.ts';
import { precedenceOf, touchesStatus } from './precedence.ts';

/** What an event had to do with the status of its message. */
export type Verdict = {
  readonly verdict:
    | 'decided'
    | 'duplicate'
    | 'older'
    | 'lower precedence'
    | 'same instant, lower rank'
    | 'no effect on status'
    | 'not counted';
  readonly because: string;
};

/** The status as it is stored, or, where its row is missing, as the events say. */
export function decisionOf(
  status: MessageStatus | undefined,
  events: readonly EmailEvent[],
): MessageStatus | undefined {
  return status ?? events.reduce<MessageStatus | undefined>(foldStatus, undefined);
}

/** Why an event decided the status, or why it did not. */
export function verdictOn(
  event: EmailEvent,
  decision: MessageStatus | undefined,
  events: readonly EmailEvent[],
): Verdict {
  if (!touchesStatus(event)) return { verdict: 'no effect on status', because: effectlessness(event) };
  const precedence = precedenceOf(event);
  if (!decision || precedence > decision.precedence)
    return { verdict: 'not counted', because: 'the status does not know of it (yet); see mailfold audit' };
  if (precedence === decision.precedence)
    return { verdict: 'decided', because: 'no other event has a higher precedence' };
  const twin = events.find(
    (other) =>
      touchesStatus(other) &&
      other.type === event.type &&
      other.occurredAt === event.occurredAt &&
      precedenceOf(other) > precedence,
  );
  if (twin) return { verdict: 'duplicate', because: `event ${twin.id} says the same` };
  if (tierOf(precedence) < tierOf(decision.precedence))
    return {
      verdict: 'lower precedence',
      because: `${decision.type} outranks ${event.type}, whatever the time`,
    };
  if (event.occurredAt < decision.occurredAt)
    return { verdict: 'older', because: `${decision.type} happened later` };
  return {
    verdict: 'same instant, lower rank',
    because: `within one instant ${decision.type} comes after ${event.type}`,
  };
}

function tierOf(precedence: string): string {
  return precedence.slice(0, precedence.indexOf('|'));
}

function effectlessness(event: EmailEvent): string {
  return event.type === 'unknown'
    ? `"${event.providerType}" is a type without a meaning of its own here`
    : 'it is about the address, and not about what became of the message';
}
