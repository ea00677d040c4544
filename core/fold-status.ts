import type { EmailEvent } from './email-event.ts';
import type { EventId } from './ids.ts';
import { includesLabels, joinLabels, labelsOf, type MailLabels } from './mail-labels.ts';
import type { Moment } from './moment.ts';
import {
  precedenceOf,
  precedenceWithoutProvider,
  type StatusEvent,
  type StatusType,
  statusTypes,
  touchesStatus,
} from './precedence.ts';

/** The status of one message for one recipient. */
export type MessageStatus = {
  readonly type: StatusType;
  readonly occurredAt: Moment;
  readonly provider: string;
  /** The event that decided the status. */
  readonly eventId: EventId;
  readonly precedence: string;
  /** The latest time of each type. Still readable when the events have expired. */
  readonly times: Readonly<Partial<Record<StatusType, Moment>>>;
  /** Empty in rows of earlier versions until the next event about the message. */
  readonly labels: MailLabels;
};

/** Events arrive late, twice and out of order. The one with the highest precedence decides. */
export function foldStatus(status: MessageStatus | undefined, event: EmailEvent): MessageStatus | undefined {
  return touchesStatus(event) ? joinStatus(status, statusOf(event)) : status;
}

/** Idempotent, commutative and associative: neither the order nor the number of joins matters. */
export function joinStatus(one: MessageStatus | undefined, other: MessageStatus): MessageStatus {
  if (!one) return other;
  const deciding = one.precedence >= other.precedence ? one : other;
  return {
    ...deciding,
    times: latestTimes(one.times, other.times),
    labels: joinLabels(one.labels, other.labels),
  };
}

/** Whether joining `other` into `status` would change nothing. */
export function includesStatus(status: MessageStatus, other: MessageStatus): boolean {
  return (
    status.precedence >= other.precedence &&
    statusTypes.every((type) => (status.times[type] ?? '') >= (other.times[type] ?? '')) &&
    includesLabels(status.labels, other.labels)
  );
}

/** The status with the precedence that it would get today. Rows that were written earlier have one without the provider. */
export function withProviderInPrecedence(status: MessageStatus): MessageStatus {
  const { type, occurredAt, provider, eventId: id } = status;
  if (!statusTypes.includes(type)) return status;
  const event = { type, occurredAt, provider, id };
  return status.precedence === precedenceWithoutProvider(event)
    ? { ...status, precedence: precedenceOf(event) }
    : status;
}

function statusOf(event: StatusEvent): MessageStatus {
  const { type, occurredAt, provider, id } = event;
  return {
    type,
    occurredAt,
    provider,
    eventId: id,
    precedence: precedenceOf(event),
    times: { [type]: occurredAt },
    labels: labelsOf(event),
  };
}

function latestTimes(one: MessageStatus['times'], other: MessageStatus['times']): MessageStatus['times'] {
  const times: Partial<Record<StatusType, Moment>> = {};
  for (const type of statusTypes) {
    const [first, second] = [one[type], other[type]];
    const latest = !first || (second && second > first) ? second : first;
    if (latest) times[type] = latest;
  }
  return times;
}
