import type { Moment } from '../core/moment.ts';
import { readMoment } from '../core/read-moment.ts';
import { stringOf } from './json.ts';

/**
 * When the mail was sent. A time that cannot be read, or that is later than what happened to the mail, is left out: it must
 * not keep the event from being stored.
 */
export function sentAtFrom(value: unknown, occurredAt: Moment): Moment | undefined {
  const text = stringOf(value);
  const sentAt = text === undefined ? undefined : readMoment(text);
  return sentAt && sentAt <= occurredAt ? sentAt : undefined;
}
