import type { EmailEvent, EventType } from './email-event.ts';
import type { EventId } from './ids.ts';
import type { Moment } from './moment.ts';

/** The types that set the status of a message. The others do not change it. */
export type StatusType = Exclude<EventType, 'unsubscribe' | 'resubscribe' | 'unknown'>;

/**
 * A higher tier wins regardless of the time, so that a late `delivered` cannot hide a bounce. Within a tier the later
 * event wins. At the same instant the rank decides, because some providers report times in whole seconds.
 */
const tiersAndRanks: Record<StatusType, { tier: 0 | 1 | 2 | 3; rank: number }> = {
  complaint: { tier: 3, rank: 0 },
  hard_bounce: { tier: 2, rank: 0 },
  dropped: { tier: 1, rank: 0 },
  click: { tier: 0, rank: 5 },
  open: { tier: 0, rank: 4 },
  delivered: { tier: 0, rank: 3 },
  soft_bounce: { tier: 0, rank: 2 },
  deferred: { tier: 0, rank: 1 },
  processed: { tier: 0, rank: 0 },
};

export const statusTypes = Object.keys(tiersAndRanks) as StatusType[];

export type StatusEvent = EmailEvent & { type: StatusType };

/** Whether the event can set the status of its message. The status, its times, the audit and `explain` follow this. */
export function touchesStatus(event: EmailEvent): event is StatusEvent {
  return event.type in tiersAndRanks && !isMachineOpen(event);
}

/** Proxies load the images of every mail they handle, so such an open does not show that anyone saw the message. */
export function isMachineOpen(event: EmailEvent): boolean {
  return event.type === 'open' && event.machine?.likely === true;
}

type Precedent = Pick<StatusEvent, 'type' | 'occurredAt' | 'id' | 'provider'>;

/**
 * A sortable string. The event with the highest precedence decides the status of its message. Ids are unique for one
 * provider only, so the provider comes last. No id contains a space, which sorts before all of their characters: the order
 * of two ids does not depend on their providers.
 */
export function precedenceOf(event: Precedent): string {
  return `${precedenceWithoutProvider(event)} ${event.provider}`;
}

/** As in status rows that were written before the provider was part of it. It is below every precedence of its id. */
export function precedenceWithoutProvider(event: Omit<Precedent, 'provider'>): string {
  const { tier, rank } = tiersAndRanks[event.type];
  return `${tier}|${event.occurredAt}|${rank}|${event.id}`;
}

/** What a precedence says about the event that decided. Rows of earlier versions have one without the provider. */
export function readPrecedence(precedence: string): {
  readonly occurredAt: Moment;
  readonly eventId: EventId;
  readonly provider?: string;
} {
  const [, occurredAt = '', , ...rest] = precedence.split('|');
  const [eventId = '', provider] = rest.join('|').split(' ');
  return {
    occurredAt: occurredAt as Moment,
    eventId: eventId as EventId,
    ...(provider !== undefined && { provider }),
  };
}

export function tierOf(type: StatusType): number {
  return tiersAndRanks[type].tier;
}

/** Whether no event of tier 0, such as a late delivery, can change the status any more. */
export function isTerminal(type: StatusType): boolean {
  return tierOf(type) > 0;
}
