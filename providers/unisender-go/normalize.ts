import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseObjectBody,
  stringOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';
import { answerIn, bounceOutcome } from './outcomes.ts';
import { reportsIn } from './reports.ts';

export const unisenderGo = makeNormalizer<unknown>({
  split({ body }) {
    const { parts, bodyOf } = reportsIn(parseObjectBody('unisender-go', body));
    return { parts, eventsOf: (report) => [toEvent(toObject(report, 'the event'))], bodyOf };
  },
  requestFor: (payload) => jsonRequest(payload),
});

/** The outcome of each `status`. */
const outcomes = tableOf<(data: JsonObject) => Outcome>({
  accepted: () => ({ type: 'processed' }),
  sent: () => ({ type: 'processed' }),
  delivered: (data) => ({ ...answerIn(data), type: 'delivered' }),
  opened: (data) => ({ ...visitOf(data), type: 'open' }),
  clicked: (data) => ({ ...visitOf(data), url: stringOf(data['url']), type: 'click' }),
  // The provider goes on trying.
  soft_bounced: (data) => ({ ...answerIn(data), type: 'deferred' }),
  hard_bounced: bounceOutcome,
  spam: () => ({ type: 'complaint' }),
  unsubscribed: () => ({ type: 'unsubscribe', scope: '*' }),
  subscribed: () => ({ type: 'resubscribe', scope: '*' }),
});

/** Blocks of a domain, and future types, are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

const statusEvent = 'transactional_email_status';

function toEvent(report: JsonObject): EmailEvent {
  // An event alone has its data beside its name.
  const data = isObject(report['event_data']) ? report['event_data'] : report;
  const name = stringOf(report['event_name'])?.trim() ?? statusEvent;
  const status = stringOf(data['status'])?.trim().toLowerCase();
  const word = name === statusEvent ? status : name;
  const recipient = stringOf(data['email']);
  const facts = factsOf({
    id: idOf(word ?? '', report, data, recipient),
    provider: 'unisender-go',
    word,
    message: stringOf(data['job_id']),
    recipient,
    // UTC, although it names no zone.
    times: [data['event_time'], data['block_time']],
    payload: report,
  });
  return { ...facts, ...sendingOf(report, data), ...(outcomes.get(word ?? '') ?? unknown)(data) };
}

/** Events have no id, and their clock has whole seconds. */
function idOf(word: string, report: JsonObject, data: JsonObject, recipient: string | undefined) {
  const info = objectIn(data, 'delivery_info');
  const [message, time] = [stringOf(data['job_id']), stringOf(data['event_time'])];
  // Without a message or a time, the whole event has to distinguish it from others.
  const difference =
    message && time
      ? [data['url'], info['ip'], info['user_agent'], info['delivery_status'], info['destination_response']]
      : [canonical(data)];
  const who = [stringOf(report['user_id']), stringOf(report['project_id'])];
  return digestOf('unisender-go', word, [
    ...who,
    message,
    recipient && spellingOf(recipient),
    time,
    ...difference,
  ]);
}

function visitOf(data: JsonObject) {
  const info = objectIn(data, 'delivery_info');
  const userAgent = stringOf(info['user_agent']);
  // The provider does not say whether it was a machine.
  return { userAgent, ip: stringOf(info['ip']), machine: machineVerdict(undefined, userAgent) };
}

function sendingOf(report: JsonObject, data: JsonObject) {
  return {
    stream: stringOf(report['project_name']) ?? stringOf(report['project_id']),
    metadata: metadataIn(objectIn(data, 'metadata')),
  };
}
