import type { EmailEvent } from '../../core/email-event.ts';
import { makeNormalizer } from '../../providers/make-normalizer.ts';
import { type Normalized, type Normalizer, UnreadableBody } from '../../providers/provider.ts';

/** A normalizer that answers by body. The body of unreadable events is the list of them. */
export function aNormalizer(contentOf: (body: string) => Partial<Normalized> | undefined): Normalizer {
  return makeNormalizer<EmailEvent | { readonly reason: string }>({
    split({ body }) {
      const content = contentOf(body.toString());
      if (!content) throw new UnreadableBody('nothing to read');
      return {
        parts: [...(content.events ?? []), ...(content.unreadable ?? [])],
        eventsOf: (part) => {
          if ('messageId' in part) return [part];
          throw new Error(part.reason);
        },
        bodyOf: (parts) => Buffer.from(JSON.stringify(parts)),
      };
    },
    requestFor: (payload) => ({ headers: {}, body: Buffer.from(payload) }),
  });
}
