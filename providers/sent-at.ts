import { type Moment, momentFromEither } from '../core/moment.ts';
import { stringOf } from './json.ts';

/**
 * When the mail was sent. A time that cannot be read, or that is later than what happened to the mail, is left out: it must
 * not keep the event from being stored.
 */
export function sentAtFrom(value: unknown, occurredAt: Moment): Moment | undefined {
  const time = stringOf(value);
  if (time === undefined) return undefined;
  try {
    const sentAt = momentFromEither(time);
    return sentAt <= occurredAt ? sentAt : undefined;
  } catch {
    return undefined;
  }
}
