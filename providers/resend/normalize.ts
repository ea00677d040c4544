import type { EmailEvent } from '../../core/email-event.ts';
import { toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { digestOf, eventIdFrom, unnamedMessage } from '../event-id.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  listOf,
  objectIn,
  parseBody,
  requireText,
  textOf,
  textsOf,
  toObject,
} from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { normalizeEach } from '../normalize-each.ts';
import type { Normalizer } from '../provider.ts';
import { bareAddress, recipientOf } from '../recipient.ts';
import { standardIdOf } from '../standard-signature.ts';
import { bounceOutcome } from './bounce-outcome.ts';

export const resend: Normalizer = {
  normalize(request) {
    return normalizeEach(
      [parseBody('resend', request.body)],
      (report) => [toEvent(toObject(report, 'the event'), standardIdOf(request.headers))],
      () => request.body,
    );
  },
};

function toEvent(report: JsonObject, givenId: string | undefined): EmailEvent {
  const kind = requireText(report, 'type');
  const data = objectIn(report, 'data');
  // `email_id` is the message's. The event's own id is nowhere in the body.
  const id = givenId ? eventIdFrom('resend', givenId) : digestOf('resend', kind, [canonical(report)]);
  const emailId = textOf(data['email_id']);
  const facts = {
    id,
    provider: 'resend',
    providerType: kind,
    messageId: emailId ? toMessageId(emailId) : unnamedMessage('resend', id),
    ...recipientOf(onlyRecipient(data)),
    // `data.created_at` is when the mail was made, not when this happened to it.
    occurredAt: momentFromText(requireText(report, 'created_at')),
    tags: tagsIn(data['tags']),
    template: textOf(data['template_id']),
    sendingDomain: domainOf(textOf(data['from'])),
    payload: report,
  };
  switch (kind) {
    case 'email.sent':
    case 'email.scheduled':
      return { ...facts, type: 'processed' };
    case 'email.delivered':
      return { ...facts, type: 'delivered' };
    case 'email.delivery_delayed':
      return { ...facts, type: 'deferred' };
    case 'email.bounced':
      return { ...facts, ...bounceOutcome(objectIn(data, 'bounce')) };
    case 'email.suppressed': {
      const { type, message } = objectIn(data, 'suppressed');
      return {
        ...facts,
        type: 'dropped',
        blames: 'address',
        reason: textOf(type),
        diagnostic: textOf(message),
      };
    }
    case 'email.failed': {
      const reason = textOf(objectIn(data, 'failed')['reason']);
      return { ...facts, type: 'dropped', blames: 'message', reason };
    }
    case 'email.complained':
      return { ...facts, type: 'complaint' };
    case 'email.opened':
      return { ...facts, type: 'open' };
    case 'email.clicked':
      return { ...facts, ...clickOf(objectIn(data, 'click')), type: 'click' };
    case 'suppression.added':
      return { ...facts, type: 'dropped', blames: 'address', reason: textOf(data['origin']) };
    case 'suppression.removed':
      return { ...facts, type: 'resubscribe', scope: '*' };
    case 'contact.created':
    case 'contact.updated':
      return { ...facts, ...contactChange(kind, data) };
    default:
      // Deleted contacts, received mails, domains, and whatever Resend adds next year: kept, without effect.
      return { ...facts, type: 'unknown' };
  }
}

/**
 * Resend reports what one recipient did without saying which, so with several nobody is named. Contacts and
 * suppressions are about one address.
 */
function onlyRecipient(data: JsonObject): string | undefined {
  const to = textsOf(data['to']);
  const copies = [...listOf(data['cc']), ...listOf(data['bcc'])];
  if (to.length > 1 || copies.length > 0) return undefined;
  const [only = textOf(data['email'])] = to;
  return only && bareAddress(only);
}

function domainOf(sender: string | undefined): string | undefined {
  const [, domain] = sender ? bareAddress(sender).split('@') : [];
  return domain?.toLowerCase();
}

/** A map of names and values; a list of them in older payloads. */
function tagsIn(tags: unknown): string[] {
  const pairs = isObject(tags)
    ? Object.entries(tags)
    : listOf(tags)
        .filter(isObject)
        .map((tag) => [textOf(tag['name']), tag['value']] as const);
  return pairs
    .filter(([name]) => name !== undefined)
    .map(([name, value]) => `${name}=${textOf(value) ?? ''}`)
    .sort();
}

function clickOf(click: JsonObject) {
  const userAgent = textOf(click['userAgent']);
  return {
    url: textOf(click['link']),
    userAgent,
    ip: textOf(click['ipAddress']),
    machine: machineVerdict(undefined, userAgent),
  };
}

function contactChange(kind: 'contact.created' | 'contact.updated', data: JsonObject) {
  const scope = textOf(data['audience_id']) ?? '*';
  if (data['unsubscribed'] === true) return { type: 'unsubscribe', scope } as const;
  // Every new contact starts without the flag. It takes nothing back: an address can be imported by anyone.
  if (data['unsubscribed'] === false && kind === 'contact.updated')
    return { type: 'resubscribe', scope } as const;
  return { type: 'unknown' } as const;
}
