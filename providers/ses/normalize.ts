import type { EmailEvent } from '../../core/email-event.ts';
import { toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { digestOf } from '../event-id.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  listOf,
  objectIn,
  requireString,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import { domainIn, recipientOf } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import { bodyWith, type Delivered, reportIn } from './envelope.ts';
import { eventTypes } from './event-types.ts';

export const ses = makeNormalizer<unknown>({
  split({ body }) {
    const delivered = reportIn(body);
    if (!delivered) return { parts: [], eventsOf: () => [], bodyOf: () => body };
    const { report } = delivered;
    return {
      parts: partsOf(report),
      eventsOf: (part) => toEvents(delivered, part),
      bodyOf: (some) => bodyWith({ ...delivered, report: reportWithOnly(report, some) }),
    };
  },
  // The SNS message had the only time of some events.
  requestFor: (payload, { occurredAt }) =>
    jsonRequest(
      JSON.stringify({
        Type: 'Notification',
        TopicArn: 'not stored',
        Timestamp: occurredAt,
        Message: payload,
      }),
    ),
});

/** One part per recipient: an address, an object with an address, or undefined when SES does not name the recipient. */
function partsOf(report: JsonObject): readonly unknown[] {
  const type = eventTypeOf(report);
  const named = recipientsIn(report);
  if (named.length > 0) return named;
  const destination = listOf(objectIn(report, 'mail')['destination']);
  return destination.length === 1 || (type?.concernsEveryone && destination.length > 0)
    ? destination
    : [undefined];
}

/** The same report with only these recipients, so that it can be tried again without the others. */
function reportWithOnly(report: JsonObject, parts: readonly unknown[]): JsonObject {
  const type = eventTypeOf(report);
  if (type?.recipients && recipientsIn(report).length > 0) {
    const details = objectIn(report, type.key);
    return { ...report, [type.key]: { ...details, [type.recipients]: parts } };
  }
  return isObject(report['mail']) && !parts.includes(undefined)
    ? { ...report, mail: { ...report['mail'], destination: parts } }
    : report;
}

function recipientsIn(report: JsonObject): readonly unknown[] {
  const type = eventTypeOf(report);
  return type?.recipients ? listOf(objectIn(report, type.key)[type.recipients]) : [];
}

function eventTypeOf(report: JsonObject) {
  return eventTypes.get(stringOf(report['eventType']) ?? stringOf(report['notificationType']) ?? '');
}

function toEvents({ report, envelope }: Delivered, part: unknown): EmailEvent[] {
  // Event publishing uses `eventType`, identity notifications use `notificationType`. The rest is the same.
  const word = requireString(report, report['eventType'] === undefined ? 'notificationType' : 'eventType');
  const mail = toObject(report['mail'], '"mail"');
  const type = eventTypes.get(word);
  const details = type ? objectIn(report, type.key) : {};
  const address = part === undefined ? undefined : addressOf(part);
  const tags = objectIn(mail, 'tags');
  const messageId = toMessageId(requireString(mail, 'messageId'));
  const occurredAt = momentFromText(timeOf(type && !type.concernsEveryone ? details : {}, mail, envelope));
  const facts = {
    provider: 'ses',
    providerType: word,
    messageId,
    ...recipientOf(address),
    occurredAt,
    sentAt: sentAtFrom(mail['timestamp'], occurredAt),
    stream: stringsOf(tags['ses:configuration-set'])[0],
    tags: senderTags(tags),
    // Notifications of an identity have no tags.
    sendingDomain: stringsOf(tags['ses:from-domain'])[0] ?? domainIn(stringOf(mail['source'])),
    metadata: metadataIn(tags, isSenderTag),
    payload: report,
  };
  const idFor = (difference: readonly unknown[]) =>
    digestOf('ses', word, [
      mail['sendingAccountId'],
      regionOf(mail),
      messageId,
      address?.toLowerCase(),
      ...difference,
    ]);
  // A future type is stored and counted; throwing would fill the dead letters.
  if (!type) return [{ ...facts, type: 'unknown', id: idFor([canonical(report)]) }];
  return type
    .becomes(details, isObject(part) ? part : {})
    .map((outcome) => ({ ...facts, ...outcome, id: idFor(type.differsBy(details, outcome)) }));
}

/**
 * The time of the event, of the mail, or of the SNS message. All of them are the same for every redelivery, unlike our
 * clock. An unknown type may have its own time, but we do not know where.
 */
function timeOf(details: JsonObject, mail: JsonObject, envelope: JsonObject = {}): string {
  const times = [details['timestamp'], mail['timestamp'], envelope['Timestamp']];
  const time = times.filter((each) => typeof each === 'string').find((each) => each.trim() !== '');
  if (time === undefined)
    throw new Error('expected a time of the event, the mail or the SNS message, found none');
  return time;
}

function addressOf(part: unknown): string {
  return isObject(part)
    ? requireString(part, 'emailAddress')
    : requireString({ recipient: part }, 'recipient');
}

function regionOf(mail: JsonObject): string | undefined {
  return stringOf(mail['sourceArn'])?.split(':')[3];
}

/** SES adds tags of its own, such as the address that the mail was sent from. */
function isSenderTag(name: string): boolean {
  return !name.startsWith('ses:');
}

/** The tags of the sender, each with its values. */
function senderTags(tags: JsonObject): string[] {
  return Object.entries(tags)
    .filter(([name]) => isSenderTag(name))
    .flatMap(([name, values]) => stringsOf(values).map((value) => `${name}=${value}`))
    .sort();
}
