import type { EventType } from '../../core/email-event.ts';

/** A new event. */
export type LiveEvent = {
  readonly id: string;
  readonly provider: string;
  readonly type: EventType;
  /** Absent when the provider does not name a recipient. */
  readonly recipient?: string;
  readonly messageId: string;
  readonly occurredAt: string;
  readonly storedAt: string;
  /** A person imported it as something that happened in the past. */
  readonly imported?: true;
};

export type LiveReader = {
  /** Some events that were stored after the position, and the next one. Only the store knows its meaning. @default - from now on */
  eventsSince(position?: unknown): Promise<{ readonly events: readonly LiveEvent[]; readonly next: unknown }>;
};
