import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { firstIn, readForm } from '../form.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  kindOf,
  listOf,
  objectIn,
  parseBody,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { UnreadableBody } from '../provider.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { smtpStatusIn } from '../smtp-status.ts';
import { tableOf } from '../table.ts';
import { eventsField } from './signed-text.ts';

export const mandrill = makeNormalizer<unknown>({
  split({ body }) {
    const parts = parseBody('mandrill', eventsIn(body));
    if (!Array.isArray(parts))
      throw new UnreadableBody(
        `mandrill: expected "${eventsField}" to be a list of events, found ${kindOf(parts)}`,
      );
    return {
      parts,
      eventsOf: (report) => [toEvent(toObject(report, 'the event'))],
      bodyOf: (some) => formWith(JSON.stringify(some)),
    };
  },
  requestFor: (payload) => ({ headers: {}, body: formWith(`[${payload}]`) }),
});

/** The list of events in the form. A list alone, as in the documentation, is read too. */
function eventsIn(body: Buffer): string {
  const text = body.toString();
  return text.trimStart().startsWith('[') ? text : (firstIn(readForm(body), eventsField) ?? '');
}

function formWith(events: string): Buffer {
  return Buffer.from(new URLSearchParams([[eventsField, events]]).toString());
}

/** The outcome of each `event`. */
const outcomes = tableOf<(report: JsonObject, message: JsonObject) => Outcome>({
  send: () => ({ type: 'processed' }),
  delivered: (_, message) => ({ ...answerIn(message), type: 'delivered' }),
  deferral: (_, message) => ({ ...answerIn(message), type: 'deferred' }),
  hard_bounce: (_, message) => ({ ...answerIn(message), type: 'hard_bounce' }),
  soft_bounce: (_, message) => ({ ...answerIn(message), type: 'soft_bounce' }),
  reject: (report, message) => rejectOutcome(report, message),
  open: (report) => ({ ...visitOf(report), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: stringOf(report['url']), type: 'click' }),
  spam: () => ({ type: 'complaint' }),
  unsub: () => ({ type: 'unsubscribe', scope: '*' }),
});

/** Changes of the denylist and allowlist, inbound mail, and future types are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = wordIn(report);
  const message = objectIn(report, 'msg');
  const recipient = stringOf(message['email']) ?? stringOf(objectIn(report, 'reject')['email']);
  const facts = factsOf({
    id: idOf(word ?? '', report, message, recipient),
    provider: 'mandrill',
    word,
    message: stringOf(report['_id']) ?? stringOf(message['_id']),
    recipient,
    // The inner time is that of sending.
    times: [report['ts'], message['ts']],
    payload: report,
  });
  return {
    ...facts,
    ...sendingOf(message, facts.occurredAt),
    ...(outcomes.get(word ?? '') ?? unknown)(report, message),
  };
}

/** A change of a list has no `event`, but a `type` and an `action`. */
function wordIn(report: JsonObject): string | undefined {
  const event = stringOf(report['event'])?.trim().toLowerCase();
  const sync = [stringOf(report['type']), stringOf(report['action'])].filter(Boolean).join('.');
  return event ?? (sync || undefined);
}

/** `_id` is that of the message. Events have none, and their clock has whole seconds. */
function idOf(word: string, report: JsonObject, message: JsonObject, recipient: string | undefined) {
  const given = stringOf(report['_id']) ?? stringOf(message['_id']);
  const time = stringOf(report['ts']);
  // Without a message or a time, the whole event has to distinguish it from others.
  const difference = given && time ? differenceOf(report, message) : [canonical(report)];
  return digestOf('mandrill', word, [given, time, recipient && spellingOf(recipient), ...difference]);
}

function differenceOf(report: JsonObject, message: JsonObject): unknown[] {
  return [
    report['url'],
    report['ip'],
    report['user_agent'],
    message['diag'],
    lastAttempt(message)['ts'],
    rejectReason(report, message),
  ];
}

/** The last attempt to deliver the message. */
function lastAttempt(message: JsonObject): JsonObject {
  return listOf(message['smtp_events']).filter(isObject).at(-1) ?? {};
}

function answerIn(message: JsonObject) {
  const diagnostic = stringOf(message['diag']) ?? stringOf(lastAttempt(message)['diag']);
  return {
    reason: stringOf(message['bounce_description']),
    diagnostic,
    smtpStatus: smtpStatusIn(diagnostic),
  };
}

/** Mandrill has the address on its denylist. */
const faultsOfTheAddress = ['hard-bounce', 'soft-bounce', 'spam', 'unsub', 'custom', 'invalid'];

/** Without a reason, nobody is suppressed: it may be the sender's domain. */
function rejectOutcome(report: JsonObject, message: JsonObject): Outcome {
  const reason = rejectReason(report, message);
  const isAddress = faultsOfTheAddress.includes(reason?.trim().toLowerCase().replaceAll('_', '-') ?? '');
  return { ...answerIn(message), reason, type: 'dropped', blames: isAddress ? 'address' : 'message' };
}

/** It is not documented where the reason is. */
function rejectReason(report: JsonObject, message: JsonObject): string | undefined {
  const places = [message['reject'], report['reject'], message['reject_reason'], report['reason']];
  return places.map((place) => stringOf(isObject(place) ? place['reason'] : place)).find(Boolean);
}

function visitOf(report: JsonObject) {
  const userAgent = stringOf(report['user_agent']);
  // Mandrill does not say whether it was a machine.
  return { userAgent, ip: stringOf(report['ip']), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(message: JsonObject, occurredAt: Moment) {
  return {
    stream: stringOf(message['subaccount']),
    tags: stringsOf(message['tags']),
    template: stringOf(message['template']),
    sendingDomain: domainIn(stringOf(message['sender'])),
    sentAt: sentAtFrom(message['ts'], occurredAt),
    metadata: metadataIn(objectIn(message, 'metadata')),
  };
}
