import type { EmailEvent } from '../../core/email-event.ts';
import type { EventId } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { canonical, isObject, type JsonObject, listOf, objectIn, stringOf, stringsOf } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import { domainIn } from '../recipient.ts';
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
  const word = stringOf(report['eventType']) ?? stringOf(report['notificationType']);
  const mail = objectIn(report, 'mail');
  const type = eventTypeOf(report);
  const details = type ? objectIn(report, type.key) : {};
  const address = addressOf(part);
  const message = stringOf(mail['messageId'])?.trim();
  const idFor = (difference: readonly unknown[]) =>
    digestOf('ses', word ?? '', [
      mail['sendingAccountId'],
      regionOf(mail),
      message,
      address?.toLowerCase(),
      ...difference,
      // Without a message, the whole event has to distinguish it from others.
      ...(message ? [] : [canonical(report)]),
    ]);
  const eventWith = (id: EventId) => {
    const times = timesOf(type && !type.concernsEveryone ? details : {}, mail, envelope);
    const facts = factsOf({ id, provider: 'ses', word, message, recipient: address, times, payload: report });
    return { ...facts, ...sendingOf(mail, facts.occurredAt) };
  };
  // A future type is stored and counted; throwing would fill the dead letters.
  if (!type) return [{ ...eventWith(idFor([canonical(report)])), type: 'unknown' }];
  return type
    .becomes(details, isObject(part) ? part : {})
    .map((outcome) => ({ ...eventWith(idFor(type.differsBy(details, outcome))), ...outcome }));
}

function sendingOf(mail: JsonObject, occurredAt: Moment) {
  const tags = objectIn(mail, 'tags');
  return {
    sentAt: sentAtFrom(mail['timestamp'], occurredAt),
    stream: stringsOf(tags['ses:configuration-set'])[0],
    tags: senderTags(tags),
    // Notifications of an identity have no tags.
    sendingDomain: stringsOf(tags['ses:from-domain'])[0] ?? domainIn(stringOf(mail['source'])),
    metadata: metadataIn(tags, isSenderTag),
  };
}

/**
 * The time of the event, of the mail, or of the SNS message. All of them are the same for every redelivery, unlike our
 * clock. An unknown type may have its own time, but we do not know where.
 */
function timesOf(details: JsonObject, mail: JsonObject, envelope: JsonObject = {}): unknown[] {
  return [details['timestamp'], mail['timestamp'], envelope['Timestamp']];
}

function addressOf(part: unknown): string | undefined {
  return stringOf(isObject(part) ? part['emailAddress'] : part);
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
