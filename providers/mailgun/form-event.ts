import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { type JsonObject, listOf, objectFromJson, parseJson, stringOf, stringsOf } from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';
import { formIn } from './form-post.ts';
import { listedCodes } from './outcomes.ts';

/** The first value of a field. A name can come several times: the later ones are the sender's own variables. */
type Field = (name: string) => string | undefined;

/** The outcome of each `event`, in the words of the older webhooks. */
const outcomes = tableOf<(field: Field) => Outcome>({
  delivered: () => ({ type: 'delivered' }),
  // Only hard bounces are posted.
  bounced: (field) => ({ ...answerIn(field), type: 'hard_bounce' }),
  dropped: dropOutcome,
  complained: () => ({ type: 'complaint' }),
  opened: (field) => ({ ...visitOf(field), type: 'open' }),
  clicked: (field) => ({ ...visitOf(field), url: field('url'), type: 'click' }),
  unsubscribed: (field) => ({ type: 'unsubscribe', scope: field('mailing-list') ?? '*' }),
});

const unknown = (): Outcome => ({ type: 'unknown' });

/** An event that came in a form. A form without `event` is inbound mail that was posted here by mistake. */
export function formEvent(payload: JsonObject): EmailEvent {
  const fields = formIn(payload) ?? {};
  const field: Field = (name) => stringOf(listOf(fields[name])[0]);
  const word = field('event')?.trim().toLowerCase();
  const recipient = field('recipient');
  const message = (field('Message-Id') ?? field('message-id'))?.replace(/^\s*<|>\s*$/g, '');
  const timestamp = field('timestamp');
  const facts = factsOf({
    id: digestOf('mailgun', `form ${word ?? ''}`, [
      field('domain'),
      message,
      recipient && spellingOf(recipient),
      timestamp,
      ...['url', 'ip', 'user-agent'].map(field),
    ]),
    provider: 'mailgun',
    word,
    message: stringOf(message),
    recipient,
    times: [timestamp],
    payload,
  });
  const sending = {
    tags: tagsIn(fields, field),
    sendingDomain: field('domain'),
    metadata: metadataIn(objectFromJson(mailHeaders(field, 'X-Mailgun-Variables')[0])),
  };
  return { ...facts, ...sending, ...(outcomes.get(word ?? '') ?? unknown)(field) };
}

/** A mail that Mailgun gave up, or did not send. */
function dropOutcome(field: Field): Outcome {
  const answer = answerIn(field);
  const code = field('code')?.trim() ?? '';
  // Tried for eight hours.
  if (answer.reason === 'old') return { ...answer, type: 'soft_bounce' };
  if (listedCodes.includes(Number(code))) return { ...answer, type: 'dropped', blames: 'address' };
  // A code of the receiving server, short or long.
  if (/^5(?:\d\d$|\.)/.test(code)) return { ...answer, type: 'hard_bounce' };
  return { ...answer, type: 'dropped', blames: 'message' };
}

function answerIn(field: Field) {
  const code = field('code')?.trim();
  return {
    reason: field('reason')?.trim().toLowerCase(),
    diagnostic: field('error') ?? field('description') ?? field('notification'),
    smtpStatus: code && /^[245]\.\d{1,3}\.\d{1,3}$/.test(code) ? code : undefined,
  };
}

function visitOf(field: Field) {
  const userAgent = field('user-agent');
  return { userAgent, ip: field('ip'), machine: machineVerdict(undefined, userAgent) };
}

/** Deliveries have their tags only in the headers of the mail: `[["X-Mailgun-Tag", "welcome"], …]`. */
function tagsIn(fields: JsonObject, field: Field): string[] {
  const own = [...stringsOf(fields['tag']), ...stringsOf(fields['X-Mailgun-Tag'])];
  return own.length > 0 ? own : mailHeaders(field, 'X-Mailgun-Tag');
}

function mailHeaders(field: Field, name: string): string[] {
  try {
    const headers = listOf(parseJson(field('message-headers') ?? '[]'));
    return headers.flatMap((header) =>
      Array.isArray(header) && String(header[0]).toLowerCase() === name.toLowerCase()
        ? stringsOf(header[1])
        : [],
    );
  } catch {
    // Nothing depends on the tags, so an event with unreadable headers is still stored.
    return [];
  }
}
