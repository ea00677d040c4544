import type { EmailEvent } from '../../core/email-event.ts';
import { unknownTime } from '../../core/moment.ts';
import { digestOf, eventIdFrom, unnamedMessage } from '../event-id.ts';
import { firstMoment } from '../facts.ts';
import { canonical, type JsonObject, parseBody, stringOf, toObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import type { WebhookRequest } from '../provider.ts';

/** Awardee reports on QR codes and chatbots, not on mail: events are stored, and have no effect. */
export const awardee = makeNormalizer({
  split: ({ headers, body }) => ({
    parts: [parseBody('awardee', body)],
    eventsOf: (report) => [toEvent(toObject(report, 'the event'), headers)],
    bodyOf: () => body,
  }),
  requestFor: (payload, { id, providerType }) =>
    jsonRequest(payload, { 'x-awardee-event': providerType, 'x-awardee-delivery': id }),
});

function toEvent(report: JsonObject, headers: WebhookRequest['headers']): EmailEvent {
  // The body contains only the object. The header says what happened to it.
  const kind = stringOf(headers['x-awardee-event']) ?? 'unnamed';
  const delivery = stringOf(headers['x-awardee-delivery']);
  const id = delivery ? eventIdFrom('awardee', delivery) : digestOf('awardee', kind, [canonical(report)]);
  return {
    id,
    provider: 'awardee',
    providerType: kind,
    messageId: unnamedMessage('awardee', id),
    // The timestamp header changes with each attempt, so the time comes from the body.
    occurredAt: firstMoment([report['updatedAt'], report['createdAt']]) ?? unknownTime,
    payload: report,
    type: 'unknown',
  };
}
