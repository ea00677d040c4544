import { laterThanBelievable } from '../core/believable-time.ts';
import { type EventId, isMessageId, toMessageId } from '../core/ids.ts';
import { type Moment, unknownTime } from '../core/moment.ts';
import { isBeyondMoments, readMoment } from '../core/read-moment.ts';
import { unnamedMessage } from './event-id.ts';
import { stringOf } from './json.ts';
import { recipientOf } from './recipient.ts';

/** What a report says about itself, as far as it does. */
type Said = {
  readonly id: EventId;
  readonly provider: string;
  /** The provider's own name for the event type. */
  readonly word: string | undefined;
  readonly message: string | undefined;
  readonly recipient: string | undefined;
  /** Where a time may be, best first. */
  readonly times: readonly unknown[];
  readonly payload: unknown;
};

/** The provider's name of an event whose type is missing. */
const unnamedType = 'unnamed';

/**
 * What every event has. A report that leaves out a field, or writes it in another form, is kept with what it says. Only one
 * that names neither message nor recipient nor time is not an event.
 */
export function factsOf({ id, provider, word, message, recipient, times, payload }: Said) {
  const occurredAt = firstMoment(times);
  const named = message !== undefined && isMessageId(message) ? toMessageId(message) : undefined;
  const who = recipientOf(recipient);
  if (!named && !who.recipient && !occurredAt)
    throw new Error('expected a message, a recipient or a time, found none of them');
  return {
    id,
    provider,
    providerType: word ?? unnamedType,
    messageId: named ?? unnamedMessage(provider, id),
    ...who,
    occurredAt: occurredAt ?? unknownTime,
    payload,
  };
}

/** Undefined when no time is told. One that is too late to be stored is not missing: the event must not become one of today. */
export function firstMoment(times: readonly unknown[]): Moment | undefined {
  for (const time of times) {
    const text = stringOf(time);
    const moment = text === undefined ? undefined : readMoment(text);
    if (moment) return moment;
    if (text !== undefined && isBeyondMoments(text)) throw new Error(laterThanBelievable);
  }
  return undefined;
}
