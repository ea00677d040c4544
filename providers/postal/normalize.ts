import type { EmailEvent } from '../../core/email-event.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { canonical, type JsonObject, objectIn, parseBody, stringOf, stringsOf, toObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { tableOf } from '../table.ts';
import { answerIn, failureOutcome, holdOutcome } from './outcomes.ts';

export const postal = makeNormalizer<unknown>({
  split: ({ body }) => ({
    parts: [parseBody('postal', body)],
    eventsOf: (report) => [toEvent(toObject(report, 'the event'))],
    bodyOf: () => body,
  }),
  requestFor: (payload) => jsonRequest(payload),
});

/** The outcome of each `event`, from the object in `payload`. */
const outcomes = tableOf<(payload: JsonObject) => Outcome>({
  messagesent: (payload) => ({ ...answerIn(payload), type: 'delivered' }),
  messagedelayed: (payload) => ({ ...answerIn(payload), type: 'deferred' }),
  messagedeliveryfailed: failureOutcome,
  messageheld: holdOutcome,
  // Any mail to the return path that quotes the message, without the server's answer: it may be an automatic reply.
  messagebounced: () => ({ type: 'soft_bounce', mayBeAutomaticReply: true }),
  messageloaded: (payload) => ({ ...visitOf(payload), type: 'open' }),
  messagelinkclicked: (payload) => ({ ...visitOf(payload), url: stringOf(payload['url']), type: 'click' }),
});

/** Domains, limits, mail that Postal received for others, and future types: stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['event'])?.trim();
  const payload = objectIn(report, 'payload');
  const message = messageIn(payload);
  const given = stringOf(report['uuid']);
  const facts = factsOf({
    id: given ? eventIdFrom('postal', given) : digestOf('postal', word ?? '', [canonical(report)]),
    provider: 'postal',
    word,
    // The send API returned it, for all recipients of the mail.
    message: stringOf(message['message_id'])?.replace(/^\s*<|>\s*$/g, ''),
    recipient: stringOf(message['to']),
    // The time of the attempt, or of the request: opens, clicks and bounces have no other.
    times: [payload['timestamp'], report['timestamp']],
    payload: report,
  });
  const isIncoming = stringOf(message['direction'])?.toLowerCase() === 'incoming';
  const becomes = isIncoming ? unknown : (outcomes.get(word?.toLowerCase() ?? '') ?? unknown);
  return { ...facts, ...sendingOf(message, facts.occurredAt), ...becomes(payload) };
}

/** A bounce is about another message than itself. */
function messageIn(payload: JsonObject): JsonObject {
  const original = objectIn(payload, 'original_message');
  return Object.keys(original).length > 0 ? original : objectIn(payload, 'message');
}

function visitOf(payload: JsonObject) {
  const userAgent = stringOf(payload['user_agent']);
  // Postal does not say whether it was a machine.
  return { userAgent, ip: stringOf(payload['ip_address']), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(message: JsonObject, occurredAt: Moment) {
  return {
    tags: stringsOf(message['tag']),
    sendingDomain: domainIn(stringOf(message['from'])),
    sentAt: sentAtFrom(message['timestamp'], occurredAt),
  };
}
