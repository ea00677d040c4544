import type { EmailEvent } from '../../core/email-event.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { canonical, type JsonObject, objectIn, stringOf, stringsOf, toObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';
import { answerIn, bounceOutcome, rejectOutcome } from './outcomes.ts';
import { reportsIn } from './reports.ts';

export const mailtrap = makeNormalizer<unknown>({
  split({ body }) {
    const { parts, bodyOf } = reportsIn(body.toString());
    return { parts, eventsOf: (report) => [toEvent(toObject(report, 'the event'))], bodyOf };
  },
  requestFor: (payload) => jsonRequest(`{"events":[${payload}]}`),
});

/** The outcome of each `event`. */
const outcomes = tableOf<(report: JsonObject) => Outcome>({
  delivery: () => ({ type: 'delivered' }),
  open: (report) => ({ ...visitOf(report), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: stringOf(report['url']), type: 'click' }),
  // Mailtrap goes on trying, and reports in the end that it was delivered or bounced.
  'soft bounce': (report) => ({
    ...answerIn(report),
    reason: stringOf(report['bounce_category']),
    type: 'deferred',
  }),
  suspension: (report) => ({ type: 'deferred', reason: stringOf(report['reason']) }),
  bounce: bounceOutcome,
  reject: rejectOutcome,
  spam: () => ({ type: 'complaint' }),
  // Mailtrap keeps one list for each sending domain.
  unsubscribe: (report) => ({ type: 'unsubscribe', scope: stringOf(report['sending_domain_name']) ?? '*' }),
});

/** The audit log, inbound mail, and future types are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['event'])?.trim().toLowerCase();
  const given = stringOf(report['event_id']);
  const facts = factsOf({
    // The documented samples, which the dashboard's test may post, have one `event_id` for all types.
    id: digestOf('mailtrap', word ?? '', given ? [given.trim()] : [canonical(report)]),
    provider: 'mailtrap',
    word,
    message: stringOf(report['message_id']),
    recipient: stringOf(report['email']),
    times: [report['timestamp'], report['created_at']],
    payload: report,
  });
  return { ...facts, ...sendingOf(report), ...(outcomes.get(word ?? '') ?? unknown)(report) };
}

function visitOf(report: JsonObject) {
  const userAgent = stringOf(report['user_agent']);
  // Mailtrap does not say whether it was a machine.
  return { userAgent, ip: stringOf(report['ip']), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(report: JsonObject) {
  return {
    stream: stringOf(report['sending_stream']),
    tags: stringsOf(report['category']),
    sendingDomain: stringOf(report['sending_domain_name']),
    metadata: metadataIn(objectIn(report, 'custom_variables')),
  };
}
