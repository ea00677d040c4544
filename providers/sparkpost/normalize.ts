import type { EmailEvent } from '../../core/email-event.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  isTrue,
  type JsonObject,
  kindOf,
  listOf,
  objectIn,
  parseBody,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { tableOf } from '../table.ts';
import { answerIn, bounceOutcome, rejectionOutcome } from './outcomes.ts';

export const sparkpost = makeNormalizer<unknown>({
  split: ({ body }) => ({
    parts: listOf(parseBody('sparkpost', body)).flatMap(oneClassEach),
    eventsOf: (wrapped) => eventsIn(toObject(wrapped, 'the event')),
    bodyOf: (some) => Buffer.from(JSON.stringify(some)),
  }),
  requestFor: (payload) => jsonRequest(`[${payload}]`),
});

/** The outcome of each `type`. */
const outcomes = tableOf<(report: JsonObject) => Outcome>({
  injection: () => ({ type: 'processed' }),
  delivery: (report) => ({ ...answerIn(report), type: 'delivered' }),
  delay: (report) => ({ ...answerIn(report), type: 'deferred' }),
  bounce: bounceOutcome,
  // A bounce that came by mail, some time after the delivery.
  out_of_band: bounceOutcome,
  policy_rejection: rejectionOutcome,
  generation_rejection: rejectionOutcome,
  generation_failure: (report) => ({ ...answerIn(report), type: 'dropped', blames: 'message' }),
  spam_complaint: (report) => ({ type: 'complaint', reason: stringOf(report['fbtype']) }),
  open: (report) => ({ ...visitOf(report), type: 'open' }),
  amp_open: (report) => ({ ...visitOf(report), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: stringOf(report['target_link_url']), type: 'click' }),
  amp_click: (report) => ({ ...visitOf(report), url: stringOf(report['target_link_url']), type: 'click' }),
  list_unsubscribe: () => ({ type: 'unsubscribe', scope: '*' }),
  link_unsubscribe: () => ({ type: 'unsubscribe', scope: '*' }),
});

/** Relays, A/B tests, imports, SMS, the second pixel of an open, and future types are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

/** So far each wrapper has one class. Of several, each is an event, and one that cannot be read must not affect the others. */
function oneClassEach(wrapped: unknown): unknown[] {
  if (!isObject(wrapped)) return [wrapped];
  const entries = Object.entries(objectIn(wrapped, 'msys'));
  const classes = entries.filter(([, value]) => isObject(value));
  if (classes.length < 2) return [wrapped];
  const others = entries.filter(([, value]) => !isObject(value));
  return classes.map((only) => ({ ...wrapped, msys: Object.fromEntries([only, ...others]) }));
}

/** Every event is inside an object with the name of its class: `{"msys":{"message_event":{…}}}`. */
function eventsIn(wrapped: JsonObject): EmailEvent[] {
  // The API for events lists them without the wrapper, and whoever posts those again sends them so.
  if (wrapped['msys'] === undefined) return [toEvent(wrapped, wrapped)];
  const classes = objectIn(wrapped, 'msys');
  const report = Object.values(classes).find(isObject);
  if (report) return [toEvent(report, wrapped)];
  // A new webhook is tried with an empty object.
  if (isObject(wrapped['msys']) && Object.keys(classes).length === 0) return [];
  throw new Error(
    `expected "msys" to be an object with the object of a class, found ${kindOf(Object.values(classes)[0] ?? wrapped['msys'])}`,
  );
}

function toEvent(report: JsonObject, wrapped: JsonObject): EmailEvent {
  const word = stringOf(report['type'])?.trim().toLowerCase();
  const recipient = stringOf(report['raw_rcpt_to']) ?? stringOf(report['rcpt_to']);
  const facts = factsOf({
    id: idOf(word ?? '', report),
    provider: 'sparkpost',
    word,
    // The send API returned the id of the transmission. That of the message is one for each recipient.
    message: stringOf(report['transmission_id']) ?? stringOf(report['message_id']),
    recipient,
    times: [report['timestamp'], report['injection_time']],
    payload: wrapped,
  });
  return {
    ...facts,
    ...sendingOf(report, facts.occurredAt),
    ...(outcomes.get(word ?? '') ?? unknown)(report),
  };
}

function idOf(word: string, report: JsonObject) {
  const given = stringOf(report['event_id']);
  if (given) return eventIdFrom('sparkpost', given.trim());
  return digestOf('sparkpost', word, [canonical(report)]);
}

function visitOf(report: JsonObject) {
  const parsed = objectIn(report, 'user_agent_parsed');
  const flag = ['is_prefetched', 'is_proxy'].find((name) => isTrue(parsed[name]));
  const userAgent = stringOf(report['user_agent']);
  return {
    userAgent,
    ip: stringOf(report['ip_address']),
    machine: machineVerdict(flag ? { likely: true, rule: `sparkpost ${flag}` } : undefined, userAgent),
  };
}

function sendingOf(report: JsonObject, occurredAt: Moment) {
  return {
    stream: stringOf(report['subaccount_id']),
    tags: stringsOf([report['campaign_id'], ...listOf(report['rcpt_tags'])]),
    template: stringOf(report['template_id']),
    templateVersion: stringOf(report['template_version']),
    sendingDomain: domainIn(stringOf(report['friendly_from']) ?? stringOf(report['msg_from'])),
    ipPool: stringOf(report['ip_pool']),
    sentAt: sentAtFrom(report['injection_time'], occurredAt),
    metadata: metadataIn(objectIn(report, 'rcpt_meta')),
  };
}
