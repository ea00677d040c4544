import type { EmailEvent } from '../../core/email-event.ts';
import { type Moment, momentFromEither, momentFromMillis } from '../../core/moment.ts';
import { digestOf, eventIdFrom, unnamedMessage } from '../event-id.ts';
import { canonical, type JsonObject, parseBody, stringOf, toObject } from '../json.ts';
import { normalizeEach } from '../normalize-each.ts';
import type { Normalizer, WebhookRequest } from '../provider.ts';

/** Awardee reports on QR codes and chatbots, not on emails: everything is kept, and nothing has an effect. */
export const awardee: Normalizer = {
  normalize(request) {
    return normalizeEach(
      [parseBody('awardee', request.body)],
      (report) => [toEvent(toObject(report, 'the event'), request.headers)],
      () => request.body,
    );
  },
};

function toEvent(report: JsonObject, headers: WebhookRequest['headers']): EmailEvent {
  // The body is the bare object, and does not say what happened to it.
  const kind = stringOf(headers['x-awardee-event']) ?? 'unnamed';
  const delivery = stringOf(headers['x-awardee-delivery']);
  const id = delivery ? eventIdFrom('awardee', delivery) : digestOf('awardee', kind, [canonical(report)]);
  return {
    id,
    provider: 'awardee',
    providerType: kind,
    messageId: unnamedMessage('awardee', id),
    occurredAt: timeIn(report['updatedAt']) ?? timeIn(report['createdAt']) ?? momentFromMillis(0),
    payload: report,
    type: 'unknown',
  };
}

/**
 * Each attempt has a timestamp header of its own. The time is part of what an event is stored under, so with that one
 * every attempt would be an event of its own; without a time in the body, 1970 is at least always the same.
 */
function timeIn(value: unknown): Moment | undefined {
  const time = stringOf(value);
  if (time === undefined) return undefined;
  try {
    return momentFromEither(time);
  } catch {
    // Nothing depends on this time, so an unreadable one is no reason to set the event apart.
    return undefined;
  }
}
