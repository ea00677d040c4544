import type { Moment } from '../core/moment.ts';
import { firstMoment } from './facts.ts';

/**
 * When the mail was sent. A time that cannot be read, or that is later than what happened to the mail, is left out: it must
 * not keep the event from being stored.
 */
export function sentAtFrom(value: unknown, occurredAt: Moment): Moment | undefined {
  const sentAt = firstMoment([value]);
  return sentAt && sentAt <= occurredAt ? sentAt : undefined;
}
