import type { EmailEvent } from '../../core/email-event.ts';
import { toMetadata } from '../../core/metadata.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  flagOf,
  isTrue,
  type JsonObject,
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
import { namedTagsIn, tagStrings } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { standardIdOf } from '../standard-signature.ts';
import { tableOf } from '../table.ts';
import { bounceOutcome } from './bounce-outcome.ts';

export const resend = makeNormalizer({
  split: ({ headers, body }) => ({
    parts: [parseBody('resend', body)],
    eventsOf: (report) => [toEvent(toObject(report, 'the event'), standardIdOf(headers))],
    bodyOf: () => body,
  }),
  requestFor: (payload, { id }) => jsonRequest(payload, { 'svix-id': id }),
});

/** The outcome of each `type`, from the object in `data`. */
const outcomes = tableOf<(data: JsonObject) => Outcome>({
  'email.sent': () => ({ type: 'processed' }),
  'email.scheduled': () => ({ type: 'processed' }),
  'email.delivered': () => ({ type: 'delivered' }),
  'email.delivery_delayed': () => ({ type: 'deferred' }),
  'email.bounced': (data) => bounceOutcome(objectIn(data, 'bounce')),
  'email.suppressed': (data) => suppressedOutcome(objectIn(data, 'suppressed')),
  'email.failed': (data) => failedOutcome(objectIn(data, 'failed')),
  'email.complained': () => ({ type: 'complaint' }),
  'email.opened': () => ({ type: 'open' }),
  'email.clicked': (data) => ({ ...clickOf(objectIn(data, 'click')), type: 'click' }),
  'suppression.added': (data) => ({ type: 'dropped', blames: 'address', reason: stringOf(data['origin']) }),
  'suppression.removed': () => ({ type: 'resubscribe', scope: '*' }),
  'contact.created': createdContact,
  'contact.updated': updatedContact,
});

/** Deleted contacts, received mail, domains, and future types: stored, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject, givenId: string | undefined): EmailEvent {
  const word = stringOf(report['type']);
  const data = objectIn(report, 'data');
  // `email_id` is the id of the message. The body does not contain the id of the event.
  const id = givenId ? eventIdFrom('resend', givenId) : digestOf('resend', word ?? '', [canonical(report)]);
  const emailId = stringOf(data['email_id']);
  const facts = factsOf({
    id,
    provider: 'resend',
    word,
    message: emailId,
    recipient: onlyRecipient(data),
    // The second one is the time of the mail.
    times: [report['created_at'], data['created_at']],
    payload: report,
  });
  const sending = sendingOf(data, emailId ? facts.occurredAt : undefined);
  return { ...facts, ...sending, ...(outcomes.get(word ?? '') ?? unknown)(data) };
}

/** `occurredAt` is undefined for an event about an address, which was not sent. */
function sendingOf(data: JsonObject, occurredAt: Moment | undefined) {
  const tags = namedTagsIn(data['tags']);
  return {
    sentAt: occurredAt && sentAtFrom(data['created_at'], occurredAt),
    tags: tagStrings(tags),
    metadata: toMetadata(tags),
    template: stringOf(data['template_id']),
    sendingDomain: domainIn(stringOf(data['from'])),
  };
}

/**
 * Resend does not say which recipient an event is about, so an event of a mail with several recipients has none. Events
 * about contacts and suppressions name one address.
 */
function onlyRecipient(data: JsonObject): string | undefined {
  const to = stringsOf(data['to']);
  const copies = [...listOf(data['cc']), ...listOf(data['bcc'])];
  if (to.length > 1 || copies.length > 0) return undefined;
  return to[0] ?? stringOf(data['email']);
}

function clickOf(click: JsonObject) {
  const userAgent = stringOf(click['userAgent']);
  return {
    url: stringOf(click['link']),
    userAgent,
    ip: stringOf(click['ipAddress']),
    machine: machineVerdict(undefined, userAgent),
  };
}

function suppressedOutcome({ type, message }: JsonObject): Outcome {
  return { type: 'dropped', blames: 'address', reason: stringOf(type), diagnostic: stringOf(message) };
}

function failedOutcome({ reason }: JsonObject): Outcome {
  return { type: 'dropped', blames: 'message', reason: stringOf(reason) };
}

/** Every new contact starts without the flag, so a missing flag releases nothing: anyone can import an address. */
function createdContact(data: JsonObject): Outcome {
  return isTrue(data['unsubscribed']) ? { type: 'unsubscribe', scope: audienceOf(data) } : unknown();
}

function updatedContact(data: JsonObject): Outcome {
  return flagOf(data['unsubscribed']) === false
    ? { type: 'resubscribe', scope: audienceOf(data) }
    : createdContact(data);
}

function audienceOf(data: JsonObject): string {
  return stringOf(data['audience_id']) ?? '*';
}
