import type { EmailEvent } from '../../core/email-event.ts';
import { toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { digestOf } from '../event-id.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  listOf,
  requireText,
  textOf,
  textsOf,
  toObject,
} from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { normalizeEach } from '../normalize-each.ts';
import type { Normalizer } from '../provider.ts';
import { recipientOf } from '../recipient.ts';
import { reportIn } from './envelope.ts';
import { bounceOutcome, complaintOutcome } from './outcomes.ts';
import { subscriptionChanges } from './subscription.ts';

export const ses: Normalizer = {
  normalize(request) {
    const report = reportIn(request.body);
    if (!report) return { events: [], unreadable: [] };
    return normalizeEach(
      partsOf(report),
      (part) => toEvents(report, part),
      (part) => Buffer.from(JSON.stringify(reportWithOnly(report, part))),
    );
  },
};

/** Event publishing says `eventType`, identity notifications say `notificationType`; the rest is alike. */
function typeOf(report: JsonObject): string {
  return requireText(report, report['eventType'] === undefined ? 'notificationType' : 'eventType');
}

/** Where each type keeps its own object, and that object its recipients: seldom under the type's own name. */
const places: ReadonlyMap<string, { key: string; recipients?: string }> = new Map([
  ['Send', { key: 'send' }],
  ['Delivery', { key: 'delivery', recipients: 'recipients' }],
  ['Bounce', { key: 'bounce', recipients: 'bouncedRecipients' }],
  ['Complaint', { key: 'complaint', recipients: 'complainedRecipients' }],
  ['DeliveryDelay', { key: 'deliveryDelay', recipients: 'delayedRecipients' }],
  ['Reject', { key: 'reject' }],
  ['Rendering Failure', { key: 'failure' }],
  ['Open', { key: 'open' }],
  ['Click', { key: 'click' }],
  ['Subscription', { key: 'subscription' }],
]);

/** These are about everyone the mail went to; an open or a click is one person's, and SES does not say whose. */
const concernsEveryone = ['Send', 'Reject', 'Rendering Failure'];

/** One part per recipient: an address, an object with one, or nothing where SES does not say who it was. */
function partsOf(report: JsonObject): readonly unknown[] {
  const type = textOf(report['eventType']) ?? textOf(report['notificationType']) ?? '';
  const place = places.get(type);
  const body = place && report[place.key];
  const named = place?.recipients && isObject(body) ? listOf(body[place.recipients]) : [];
  if (named.length > 0) return named;
  const mail = report['mail'];
  const destination = isObject(mail) ? listOf(mail['destination']) : [];
  return destination.length === 1 || (concernsEveryone.includes(type) && destination.length > 0)
    ? destination
    : [undefined];
}

/** The same report about one recipient alone, so that it can be tried again without the others. */
function reportWithOnly(report: JsonObject, part: unknown): JsonObject {
  const place = places.get(textOf(report['eventType']) ?? textOf(report['notificationType']) ?? '');
  const body = place && report[place.key];
  if (place?.recipients && isObject(body) && listOf(body[place.recipients]).length > 0) {
    return { ...report, [place.key]: { ...body, [place.recipients]: [part] } };
  }
  return isObject(report['mail']) && part !== undefined
    ? { ...report, mail: { ...report['mail'], destination: [part] } }
    : report;
}

function toEvents(report: JsonObject, part: unknown): EmailEvent[] {
  const type = typeOf(report);
  const mail = toObject(report['mail'], '"mail"');
  const place = places.get(type);
  const body = place && isObject(report[place.key]) ? (report[place.key] as JsonObject) : {};
  const address = part === undefined ? undefined : addressOf(part);
  const person = isObject(part) ? part : {};
  const tags = isObject(mail['tags']) ? mail['tags'] : {};
  const messageId = toMessageId(requireText(mail, 'messageId'));
  const idOf = (fields: readonly unknown[]) =>
    digestOf('ses', type, [
      mail['sendingAccountId'],
      regionOf(mail),
      messageId,
      address?.toLowerCase(),
      ...fields,
    ]);
  const facts = {
    provider: 'ses',
    providerType: type,
    messageId,
    ...recipientOf(address),
    occurredAt: momentFromText(requireText(timeKeptIn(type, body, mail), 'timestamp')),
    stream: textsOf(tags['ses:configuration-set'])[0],
    tags: ownTags(tags),
    sendingDomain: textsOf(tags['ses:from-domain'])[0],
    payload: report,
  };
  const failure = {
    diagnostic: textOf(person['diagnosticCode']) ?? textOf(body['smtpResponse']),
    smtpStatus: textOf(person['status']),
  };
  const visit = {
    userAgent: textOf(body['userAgent']),
    ip: textOf(body['ipAddress']),
    machine: machineVerdict(botFlag(body['isBotEvent']), textOf(body['userAgent'])),
  };
  switch (type) {
    case 'Send':
      return [{ ...facts, type: 'processed', id: idOf([]) }];
    case 'Delivery':
      return [{ ...facts, ...failure, type: 'delivered', id: idOf([body['timestamp']]) }];
    case 'Bounce': {
      const id = idOf(feedback(body, [body['timestamp'], body['bounceType'], body['bounceSubType']]));
      return [{ ...facts, ...failure, ...bounceOutcome(body, person), id }];
    }
    case 'Complaint': {
      const id = idOf(
        feedback(body, [body['timestamp'], body['complaintFeedbackType'], body['complaintSubType']]),
      );
      return [{ ...facts, ...complaintOutcome(body), id }];
    }
    case 'DeliveryDelay': {
      const id = idOf([body['timestamp'], body['delayType']]);
      return [{ ...facts, ...failure, type: 'deferred', reason: textOf(body['delayType']), id }];
    }
    case 'Reject':
      return [{ ...facts, type: 'dropped', blames: 'message', reason: textOf(body['reason']), id: idOf([]) }];
    case 'Rendering Failure': {
      const said = { template: textOf(body['templateName']), diagnostic: textOf(body['errorMessage']) };
      return [{ ...facts, ...said, type: 'dropped', blames: 'message', reason: type, id: idOf([]) }];
    }
    case 'Open':
      return [
        {
          ...facts,
          ...visit,
          type: 'open',
          id: idOf([body['timestamp'], body['ipAddress'], body['userAgent']]),
        },
      ];
    case 'Click': {
      const where = [body['link'], canonical(body['linkTags'])];
      const id = idOf([body['timestamp'], body['ipAddress'], body['userAgent'], ...where]);
      return [{ ...facts, ...visit, type: 'click', url: textOf(body['link']), id }];
    }
    case 'Subscription':
      return subscriptionChanges(body).map((change) => ({
        ...facts,
        ...change,
        id: idOf([
          body['contactList'],
          body['timestamp'],
          change.type,
          'scope' in change ? change.scope : '',
        ]),
      }));
    default:
      // A type SES adds next year is kept and counted; throwing would fill the dead letters.
      return [{ ...facts, type: 'unknown', id: idOf([canonical(report)]) }];
  }
}

function addressOf(part: unknown): string {
  return isObject(part) ? requireText(part, 'emailAddress') : requireText({ recipient: part }, 'recipient');
}

/** What happens at sending time has no time of its own. A type we do not know may have one we cannot find. */
function timeKeptIn(type: string, body: JsonObject, mail: JsonObject): JsonObject {
  return concernsEveryone.includes(type) || !places.has(type) ? mail : body;
}

/** The same bounce can come from both producers, so its own id says more than the SNS message's does. */
function feedback(body: JsonObject, otherwise: readonly unknown[]): readonly unknown[] {
  const id = textOf(body['feedbackId']);
  return id ? [id] : otherwise;
}

function regionOf(mail: JsonObject): string | undefined {
  return textOf(mail['sourceArn'])?.split(':')[3];
}

/** SES adds tags of its own under `ses:`; the others are the sender's, each with a list of values. */
function ownTags(tags: JsonObject): string[] {
  return Object.entries(tags)
    .filter(([name]) => !name.startsWith('ses:'))
    .flatMap(([name, values]) => textsOf(values).map((value) => `${name}=${value}`))
    .sort();
}

/** A missing flag means an older event, not a person. */
function botFlag(flag: unknown) {
  return flag === 'Likely' || flag === 'Unlikely'
    ? { likely: flag === 'Likely', rule: 'ses isBotEvent' }
    : undefined;
}
