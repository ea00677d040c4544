import type { EmailEvent } from '../core/email-event.ts';
import type { Normalizer, Reports, WebhookRequest } from './provider.ts';
import { readPart } from './read-part.ts';

type Parts<Part> = Pick<Normalizer, 'requestFor'> & { split(request: WebhookRequest): Reports<Part> };

/** A provider says how a body is split into parts and how one part is read. The rest is the same for all. */
export function makeNormalizer<Part>({ split, requestFor }: Parts<Part>): Normalizer {
  // Parts are only ever passed back to the reports they came from.
  const splitAny = split as (request: WebhookRequest) => Reports;
  return {
    requestFor,
    split: splitAny,
    normalize(request, receivedAt) {
      const reports = splitAny(request);
      const events: EmailEvent[] = [];
      const unreadable: { reason: string }[] = [];
      for (const part of reports.parts) {
        const read = readPart(reports, part, receivedAt);
        if ('reason' in read) unreadable.push(read);
        else events.push(...read.events);
      }
      return { events, unreadable };
    },
  };
}
