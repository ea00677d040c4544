import { createHash } from 'node:crypto';
import { type EventId, isEventId, type MessageId, toEventId, toMessageId } from '../core/ids.ts';

/**
 * The id of an event whose provider gives none: a digest of what the event says. It must never depend on our
 * clock, on signature headers or on the place in a batch, or a retried event would count as a new one.
 */
export function digestOf(provider: string, kind: string, fields: readonly unknown[]): EventId {
  // JSON keeps ["ab","c"] and ["a","bc"] apart; "v1" leaves room for another recipe.
  const said = JSON.stringify(['v1', provider, kind, ...fields.map((field) => field ?? null)]);
  return toEventId(createHash('sha256').update(said).digest('base64url'));
}

/** The provider's own id, as it is where it fits into a sort key, else its digest. */
export function eventIdFrom(provider: string, given: string): EventId {
  return isEventId(given) ? toEventId(given) : digestOf(provider, 'id', [given]);
}

/** Some events name no message; each is then filed under its own id, and found through its address. */
export function unnamedMessage(provider: string, event: EventId): MessageId {
  return toMessageId(`unnamed#${provider}#${event}`);
}
