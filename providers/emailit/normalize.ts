import type { EmailEvent } from '../../core/email-event.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { canonical, type JsonObject, listOf, objectIn, parseBody, stringOf, toObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { tableOf } from '../table.ts';

export const emailit = makeNormalizer<unknown>({
  // A list; by an older page, one event alone.
  split: ({ body }) => ({
    parts: listOf(parseBody('emailit', body)),
    eventsOf: (report) => [toEvent(toObject(report, 'the event'))],
    bodyOf: (some) => Buffer.from(JSON.stringify(some)),
  }),
  requestFor: (payload) => jsonRequest(`[${payload}]`),
});

/** The outcome of each `type`, from the object in `data`. */
const outcomes = tableOf<(object: JsonObject) => Outcome>({
  'email.accepted': () => ({ type: 'processed' }),
  'email.scheduled': () => ({ type: 'processed' }),
  'email.delivered': () => ({ type: 'delivered' }),
  'email.attempted': (object) => ({ ...failureIn(object), type: 'deferred' }),
  'email.bounced': (object) => ({ ...failureIn(object), type: 'hard_bounce' }),
  'email.suppressed': (object) => ({ ...failureIn(object), type: 'dropped', blames: 'address' }),
  'email.rejected': (object) => ({ ...failureIn(object), type: 'dropped', blames: 'message' }),
  'email.failed': (object) => ({ ...failureIn(object), type: 'dropped', blames: 'message' }),
  'email.complained': () => ({ type: 'complaint' }),
  'email.loaded': (object) => ({ ...visitOf(object), type: 'open' }),
  'email.clicked': (object) => ({
    ...visitOf(object),
    url: stringOf(objectIn(object, 'link')['url']),
    type: 'click',
  }),
});

/** Received mail, contacts, subscribers, suppressions, domains, and future types are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['type'])?.trim().toLowerCase();
  const object = objectIn(objectIn(report, 'data'), 'object');
  const mail = mailOf(object);
  const given = stringOf(report['event_id']);
  const facts = factsOf({
    id: given ? eventIdFrom('emailit', given) : digestOf('emailit', word ?? '', [canonical(report)]),
    provider: 'emailit',
    word,
    message: word?.startsWith('email.') === false ? undefined : stringOf(mail['id']),
    recipient: stringOf(mail['to']) ?? stringOf(mail['rcpt_to']) ?? stringOf(object['email']),
    // A mail has the time of its last change, a visit the time of itself.
    times: [object['updated_at'], object['created_at'], report['created_at']],
    payload: report,
  });
  return { ...facts, ...sendingOf(mail, facts.occurredAt), ...(outcomes.get(word ?? '') ?? unknown)(object) };
}

/** An open or click has the mail inside it. Otherwise, the object is the mail. */
function mailOf(object: JsonObject): JsonObject {
  const mail = objectIn(object, 'email');
  return Object.keys(mail).length > 0 ? mail : object;
}

function failureIn(object: JsonObject) {
  return {
    reason: stringOf(object['status']),
    diagnostic: stringOf(object['details']) ?? stringOf(object['error']),
  };
}

function visitOf(object: JsonObject) {
  const userAgent = stringOf(object['user_agent']);
  // Emailit does not say whether it was a machine.
  return { userAgent, ip: stringOf(object['ip_address']), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(mail: JsonObject, occurredAt: Moment) {
  return {
    sendingDomain: domainIn(stringOf(mail['from']) ?? stringOf(mail['mail_from'])),
    sentAt: sentAtFrom(mail['created_at'], occurredAt),
    metadata: metadataIn(objectIn(mail, 'meta')),
  };
}
