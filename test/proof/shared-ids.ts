import { createHash } from 'node:crypto';
import type { EmailEvent, EventType } from '../../core/email-event.ts';
import { toEventId } from '../../core/ids.ts';
import { makeNormalizer } from '../../providers/make-normalizer.ts';
import type { Normalizer } from '../../providers/provider.ts';

/** Types that each simulator has one kind of. */
const sharedTypes: readonly EventType[] = ['deferred', 'delivered', 'click', 'hard_bounce', 'complaint'];

/**
 * A normalizer whose ids do not depend on the provider: two providers that report the same about one message give both
 * reports one id. Two events of one provider never share an id.
 */
export function withSharedIds({ split, requestFor }: Normalizer): Normalizer {
  return makeNormalizer({
    requestFor,
    split(request) {
      const reports = split(request);
      return {
        ...reports,
        eventsOf: (part) => reports.eventsOf(part).map((event) => ({ ...event, id: sharedIdOf(event) })),
      };
    },
  });
}

/** The events of one provider that say the same about one time, by their own ids. */
const sameEvents = new Map<string, Map<string, number>>();

function sharedIdOf(event: EmailEvent): EmailEvent['id'] {
  const { id, provider, type, messageId, occurredAt, recipient } = event;
  if (!sharedTypes.includes(type)) return id;
  const content = JSON.stringify([type, messageId, occurredAt, recipient]);
  const same = sameEvents.get(`${provider} ${content}`) ?? new Map<string, number>();
  sameEvents.set(`${provider} ${content}`, same);
  const ordinal = same.get(id) ?? same.size;
  same.set(id, ordinal);
  return toEventId(createHash('sha256').update(`${content} ${ordinal}`).digest('base64url'));
}
