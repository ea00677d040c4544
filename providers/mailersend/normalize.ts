import type { EmailEvent } from '../../core/email-event.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseBody,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { tableOf } from '../table.ts';
import { testType } from './test-message.ts';

export const mailersend = makeNormalizer<unknown>({
  split({ body }) {
    const report = parseBody('mailersend', body);
    const isTest = isObject(report) && report['type'] === testType;
    return {
      parts: isTest ? [] : [report],
      eventsOf: (only) => [toEvent(toObject(only, 'the event'))],
      bodyOf: () => body,
    };
  },
  requestFor: (payload) => jsonRequest(payload),
});

/** The outcome of each `type`, from the object in `data`. */
const outcomes = tableOf<(data: JsonObject) => Outcome>({
  'activity.sent': () => ({ type: 'processed' }),
  'activity.deferred': (data) => ({ ...failureIn(data), type: 'deferred' }),
  'activity.delivered': () => ({ type: 'delivered' }),
  'activity.hard_bounced': (data) => ({ ...failureIn(data), type: 'hard_bounce' }),
  'activity.soft_bounced': (data) => ({ ...failureIn(data), type: 'soft_bounce' }),
  'activity.opened': (data) => ({ ...visitOf(data), type: 'open' }),
  'activity.clicked': (data) => ({ ...visitOf(data), url: detail(data, 'url'), type: 'click' }),
  'activity.unsubscribed': () => ({ type: 'unsubscribe', scope: '*' }),
  'activity.spam_complaint': (data) => ({ type: 'complaint', reason: detail(data, 'reason') }),
  // MailerSend sends nothing to this address until it is removed from the list.
  'recipient.on_hold_added': (data) => ({ ...failureIn(data), type: 'dropped', blames: 'address' }),
  'recipient.on_hold_removed': () => ({ type: 'resubscribe', scope: '*' }),
});

/** First opens and clicks, which are reported as such too, surveys, domains, SMS, and future types: stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['type'])?.trim().toLowerCase();
  const data = objectIn(report, 'data');
  // In the first generation of payloads, `email` is an object with the mail. In the second, it is the recipient.
  const mail = objectIn(data, 'email');
  const given = stringOf(data['id']);
  const facts = factsOf({
    // One activity may be reported under two types.
    id: digestOf('mailersend', word ?? '', given ? [given] : [canonical(report)]),
    provider: 'mailersend',
    word,
    message: stringOf(objectIn(mail, 'message')['id']) ?? stringOf(data['message_id']),
    recipient: recipientIn(data, mail),
    times: [data['created_at'], report['created_at']],
    payload: report,
  });
  return {
    ...facts,
    ...sendingOf(data, mail, facts.occurredAt),
    ...(outcomes.get(word ?? '') ?? unknown)(data),
  };
}

function recipientIn(data: JsonObject, mail: JsonObject): string | undefined {
  const places = [objectIn(mail, 'recipient')['email'], data['email'], objectIn(data, 'recipient')['email']];
  return places.map(stringOf).find(Boolean);
}

/** The first generation has details in `morph`, the second in `data` itself. */
function detail(data: JsonObject, name: string): string | undefined {
  return stringOf(objectIn(data, 'morph')[name]) ?? stringOf(data[name]);
}

function failureIn(data: JsonObject) {
  return { reason: detail(data, 'reason'), diagnostic: detail(data, 'readable_reason') };
}

function visitOf(data: JsonObject) {
  const userAgent = detail(data, 'user_agent');
  // MailerSend does not say whether it was a machine.
  return { userAgent, ip: detail(data, 'ip'), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(data: JsonObject, mail: JsonObject, occurredAt: Moment) {
  return {
    tags: stringsOf(mail['tags'] ?? data['tags']),
    template: stringOf(data['template_id']),
    sendingDomain: domainIn(stringOf(mail['from']) ?? stringOf(data['from'])),
    sentAt: sentAtFrom(mail['created_at'], occurredAt),
  };
}
