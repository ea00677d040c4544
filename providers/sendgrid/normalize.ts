import type { EmailEvent } from '../../core/email-event.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  flagOf,
  isObject,
  type JsonObject,
  kindOf,
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
import { UnreadableBody } from '../provider.ts';
import { domainIn } from '../recipient.ts';
import { tableOf } from '../table.ts';
import { isCustomArgument } from './custom-arguments.ts';
import { messageIdOf } from './message-id.ts';

export const sendgrid = makeNormalizer<unknown>({
  split({ body }) {
    const parts = parseBody('sendgrid', body);
    if (!Array.isArray(parts))
      throw new UnreadableBody(`sendgrid: expected a list of events, found ${kindOf(parts)}`);
    return {
      parts,
      eventsOf: (report) => [toEvent(toObject(report, 'the event'))],
      bodyOf: (some) => Buffer.from(JSON.stringify(some)),
    };
  },
  requestFor: (payload) => jsonRequest(`[${payload}]`),
});

/** The outcome of each `event`. */
const outcomes = tableOf<(report: JsonObject) => Outcome>({
  processed: () => ({ type: 'processed' }),
  deferred: (report) => ({ ...failureOf(report), type: 'deferred' }),
  delivered: (report) => ({ ...failureOf(report), type: 'delivered' }),
  bounce: (report) => ({ ...failureOf(report), type: bounceType(report) }),
  dropped: (report) => ({ ...failureOf(report), type: 'dropped', blames: blameOf(report) }),
  open: (report) => ({ ...visitOf(report), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: stringOf(report['url']), type: 'click' }),
  spamreport: () => ({ type: 'complaint' }),
  unsubscribe: () => ({ type: 'unsubscribe', scope: '*' }),
  // If it does not say which group, the recipient has left all of them, and has come back to none.
  group_unsubscribe: (report) => ({ type: 'unsubscribe', scope: stringOf(report['asm_group_id']) ?? '*' }),
  group_resubscribe(report) {
    const scope = stringOf(report['asm_group_id']);
    return scope ? { type: 'resubscribe', scope } : { type: 'unknown' };
  },
});

/** Account events and future types are stored and counted, without effect. */
const unknown = (report: JsonObject): Outcome => ({ reason: stringOf(report['type']), type: 'unknown' });

/** What distinguishes two events without an id, besides type, message, recipient and time. */
const differences = tableOf<(report: JsonObject) => unknown[]>({
  deferred: (report) => [report['attempt'], report['response']],
  bounce: (report) => [report['type'], report['reason']],
  dropped: (report) => [report['type'], report['reason']],
  open: (report) => [report['ip'], report['useragent'], report['sg_machine_open']],
  click(report) {
    // Two clicks within one second differ by the link or by its position in the mail.
    const offset = isObject(report['url_offset']) ? report['url_offset'] : {};
    return [report['url'], offset['index'], offset['type'], report['ip']];
  },
  group_unsubscribe: (report) => [report['asm_group_id']],
  group_resubscribe: (report) => [report['asm_group_id']],
});

const usualDifference = (report: JsonObject): unknown[] => [report['type']];

function toEvent(report: JsonObject): EmailEvent {
  // The reference shows capital letters and spaces in some names. They have no meaning.
  const word = stringOf(report['event'])?.trim().toLowerCase();
  const facts = factsOf({
    id: idOf(word ?? '', report),
    provider: 'sendgrid',
    word,
    message: messageIdOf(report),
    recipient: stringOf(report['email']),
    times: [report['timestamp']],
    payload: report,
  });
  return { ...facts, ...sendingOf(report), ...(outcomes.get(word ?? '') ?? unknown)(report) };
}

function idOf(word: string, report: JsonObject) {
  const given = stringOf(report['sg_event_id']);
  if (given) return eventIdFrom('sendgrid', given.trim());
  const difference = differences.get(word) ?? usualDifference;
  return digestOf('sendgrid', word, [
    report['sg_message_id'] ?? report['smtp-id'],
    report['email'],
    report['timestamp'],
    ...difference(report),
  ]);
}

function bounceType(report: JsonObject): 'hard_bounce' | 'soft_bounce' {
  const type = stringOf(report['type'])?.toLowerCase();
  // SendGrid suppresses only after `bounce`: `blocked` and `expired` are temporary, whatever the SMTP code is.
  if (type) return type === 'bounce' ? 'hard_bounce' : 'soft_bounce';
  // Test events from the dashboard have no type.
  return stringOf(report['status'])?.startsWith('4') ? 'soft_bounce' : 'hard_bounce';
}

const faultsOfTheMessage = ['invalid smtpapi header', 'spam content', 'recipient list over package quota'];

function blameOf(report: JsonObject): 'address' | 'message' {
  const reason = (stringOf(report['reason']) ?? '').trim().toLowerCase();
  return faultsOfTheMessage.some((fault) => reason.startsWith(fault)) ? 'message' : 'address';
}

function failureOf(report: JsonObject) {
  return {
    reason: stringOf(report['bounce_classification']) ?? stringOf(report['type']),
    // For a deferral, the reference documents `reason`, but real events have `response`.
    diagnostic: stringOf(report['response']) ?? stringOf(report['reason']),
    smtpStatus: stringOf(report['status']),
  };
}

function visitOf(report: JsonObject) {
  const flag = flagOf(report['sg_machine_open']);
  const given = flag === undefined ? undefined : { likely: flag, rule: 'sendgrid sg_machine_open' };
  const userAgent = stringOf(report['useragent']);
  return { userAgent, ip: stringOf(report['ip']), machine: machineVerdict(given, userAgent) };
}

function sendingOf(report: JsonObject) {
  return {
    stream: stringOf(report['asm_group_id']),
    tags: stringsOf(report['category']),
    template:
      stringOf(report['sg_template_name']) ??
      stringOf(report['sg_template_id']) ??
      stringOf(report['template_id']),
    templateVersion: stringOf(report['template_version_id']),
    // Only deferrals name the sender, and only the first event of a mail names the pool.
    sendingDomain: domainIn(stringOf(report['from'])),
    ipPool: stringOf(objectIn(report, 'pool')['name']) ?? stringOf(objectIn(report, 'pool')['id']),
    metadata: metadataIn(report, isCustomArgument),
  };
}
