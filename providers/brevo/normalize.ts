import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  type JsonObject,
  objectFromJson,
  parseBody,
  parseJson,
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
import { smtpStatusIn } from '../smtp-status.ts';
import { tableOf } from '../table.ts';
import { batchIn } from './batch.ts';

export const brevo = makeNormalizer<unknown>({
  split({ body }) {
    const { reports, bodyOf } = batchIn(parseBody('brevo', body));
    return { parts: reports, eventsOf: (report) => [toEvent(toObject(report, 'the event'))], bodyOf };
  },
  requestFor: (payload) => jsonRequest(payload),
});

/** The outcome of each `event`, of transactional and of marketing mail. */
const outcomes = tableOf<(report: JsonObject) => Outcome>({
  request: () => ({ type: 'processed' }),
  sent: () => ({ type: 'processed' }),
  delivered: () => ({ type: 'delivered' }),
  deferred: (report) => ({ ...failureIn(report), type: 'deferred' }),
  hard_bounce: (report) => ({ ...failureIn(report), type: 'hard_bounce' }),
  invalid_email: (report) => ({ ...failureIn(report), type: 'hard_bounce' }),
  soft_bounce: (report) => ({ ...failureIn(report), type: 'soft_bounce' }),
  // Brevo has the address on its own list.
  blocked: (report) => ({ ...failureIn(report), type: 'dropped', blames: 'address' }),
  error: (report) => ({ ...failureIn(report), type: 'dropped', blames: 'message' }),
  spam: () => ({ type: 'complaint' }),
  complaint: () => ({ type: 'complaint' }),
  unsubscribe: () => ({ type: 'unsubscribe', scope: '*' }),
  unsubscribed: () => ({ type: 'unsubscribe', scope: '*' }),
  // The first one of a recipient, and all later ones.
  unique_opened: (report) => ({ ...visitOf(report), type: 'open' }),
  opened: (report) => ({ ...visitOf(report), type: 'open' }),
  unique_proxy_open: (report) => ({ ...visitOf(report, 'proxy'), type: 'open' }),
  proxy_open: (report) => ({ ...visitOf(report, 'proxy'), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: linkIn(report), type: 'click' }),
});

/** Contacts, lists, replies, text messages and future types are stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['event'])?.trim().toLowerCase();
  const recipient = stringOf(report['email']);
  const message = messageOf(report, recipient);
  const facts = factsOf({
    id: idOf(word ?? '', report, message, recipient),
    provider: 'brevo',
    word,
    message,
    recipient,
    // The others depend on a time zone, although the documentation calls them UTC.
    times: [report['ts_epoch'], report['s_epoch'], report['ts_event'], report['ts'], report['date']],
    payload: report,
  });
  return { ...facts, ...sendingOf(report), ...(outcomes.get(word ?? '') ?? unknown)(report) };
}

/** Marketing mail has no message id. Its recipients each have a message of their own: a campaign can have millions. */
function messageOf(report: JsonObject, recipient: string | undefined): string | undefined {
  const given =
    stringOf(report['message-id']) ?? stringOf(report['messageId']) ?? stringOf(report['MessageId']);
  if (given !== undefined) return stringOf(given.replace(/^\s*<|>\s*$/g, ''));
  const campaign = stringOf(report['camp_id']);
  return campaign && recipient && `campaign#${campaign}#${spellingOf(recipient)}`;
}

/** `id` is the number of the webhook and the same for all events. */
function idOf(word: string, report: JsonObject, message: string | undefined, recipient: string | undefined) {
  const time = stringOf(report['ts_epoch']) ?? stringOf(report['s_epoch']);
  const times = time
    ? [time]
    : [stringOf(report['ts_event']), stringOf(report['date_event'] ?? report['date'])];
  // Without a message or a time, the whole event has to distinguish it from others.
  const isClear = message !== undefined && times.some((each) => each !== undefined);
  const difference = isClear
    ? [linkIn(report), report['reason'], report['ip'], report['user_agent']]
    : [canonical(report)];
  return digestOf('brevo', word, [message, recipient && spellingOf(recipient), ...times, ...difference]);
}

function failureIn(report: JsonObject) {
  const diagnostic = stringOf(report['reason'])?.trim();
  return { diagnostic, smtpStatus: smtpStatusIn(diagnostic) };
}

function linkIn(report: JsonObject): string | undefined {
  return stringOf(report['link']) ?? stringOf(report['URL']) ?? stringOf(report['url']);
}

function visitOf(report: JsonObject, by?: 'proxy') {
  const userAgent = stringOf(report['user_agent']);
  const given = by && { likely: true, rule: 'brevo proxy_open' };
  return { userAgent, ip: stringOf(report['ip']), machine: machineVerdict(given, userAgent) };
}

function sendingOf(report: JsonObject) {
  return {
    tags: [...tagsIn(report), ...stringsOf(report['campaign name'])],
    template: stringOf(report['template_id']),
    sendingDomain: domainIn(stringOf(report['sender_email'])),
    metadata: metadataIn(objectFromJson(stringOf(report['X-Mailin-custom']))),
  };
}

/** `tags` is a list. `tag` is one of them, or the list as JSON in a string. */
function tagsIn(report: JsonObject): string[] {
  if (report['tags'] !== undefined) return stringsOf(report['tags']);
  const tag = stringOf(report['tag']);
  if (!tag?.startsWith('[')) return stringsOf(tag);
  try {
    return stringsOf(parseJson(tag));
  } catch {
    return [tag];
  }
}
