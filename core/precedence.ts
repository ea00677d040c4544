import type { EmailEvent, EventType } from './email-event.ts';

/** The types that say what became of a message; the others leave its status alone. */
export type StatusType = Exclude<EventType, 'unsubscribe' | 'resubscribe' | 'unknown'>;

/**
 * A higher tier wins whatever the time, so that a late `delivered` cannot hide a bounce. Within a tier the
 * later event wins, and the rank decides inside one instant: some providers' clocks only have seconds.
 */
const standing: Record<StatusType, { tier: 0 | 1 | 2 | 3; rank: number }> = {
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

export const statusTypes = Object.keys(standing) as StatusType[];

export type StatusEvent = EmailEvent & { type: StatusType };

export function touchesStatus(event: EmailEvent): event is StatusEvent {
  return event.type in standing;
}

/** A string that sorts: the event with the highest one decides the status of its message. */
export function precedenceOf(event: StatusEvent): string {
  const { tier, rank } = standing[event.type];
  return `${tier}|${event.occurredAt}|${rank}|${event.id}`;
}

export function tierOf(type: StatusType): number {
  return standing[type].tier;
}

/** A terminal status stays, whatever arrives of a lower tier. */
export function isTerminal(type: StatusType): boolean {
  return tierOf(type) > 0;
}
