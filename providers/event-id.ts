import { createHash } from 'node:crypto';
import { type EventId, isEventId, type MessageId, toEventId, toMessageId } from '../core/ids.ts';

/**
 * The id of an event without an id from its provider: a digest of its content. It must not depend on our clock, on
 * signature headers or on the position in a batch, because a retried event would then count as a new one.
 */
export function digestOf(provider: string, kind: string, fields: readonly unknown[]): EventId {
  // JSON distinguishes ["ab","c"] from ["a","bc"]. "v1" leaves room for another algorithm.
  const content = JSON.stringify(['v1', provider, kind, ...fields.map((field) => field ?? null)]);
  return toEventId(createHash('sha256').update(content).digest('base64url'));
}

/** The provider's own id, or its digest when the id does not fit into a sort key. */
export function eventIdFrom(provider: string, given: string): EventId {
  return isEventId(given) ? toEventId(given) : digestOf(provider, 'id', [given]);
}

/** The message id of an event that names no message. The event is stored under its own id. */
export function unnamedMessage(provider: string, event: EventId): MessageId {
  return toMessageId(`unnamed#${provider}#${event}`);
}
