import type { EmailEvent } from '../../core/email-event.ts';
import { type EventId, type MessageId, toMessageId } from '../../core/ids.ts';
import { type Moment, momentFromMillis, momentFromText } from '../../core/moment.ts';
import { digestOf, unnamedMessage } from '../event-id.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseBody,
  requireText,
  textOf,
  textsOf,
} from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { normalizeEach } from '../normalize-each.ts';
import { type Normalizer, UnreadableBody } from '../provider.ts';
import { recipientOf } from '../recipient.ts';
import { bounceOutcome, isEnteredByHand, subscriptionOutcome } from './outcomes.ts';

export const postmark: Normalizer = {
  normalize(request) {
    const report = parseBody('postmark', request.body);
    if (!isObject(report))
      throw new UnreadableBody('postmark: expected one JSON object, found another JSON value');
    return normalizeEach(
      [report],
      (only) => [toEvent(only)],
      () => request.body,
    );
  },
};

/** Where each type keeps its recipient and its time: nearly every type has names of its own. */
const places: ReadonlyMap<string, { recipient: string; time: string }> = new Map([
  ['Delivery', { recipient: 'Recipient', time: 'DeliveredAt' }],
  ['Bounce', { recipient: 'Email', time: 'BouncedAt' }],
  ['SpamComplaint', { recipient: 'Email', time: 'BouncedAt' }],
  ['Open', { recipient: 'Recipient', time: 'ReceivedAt' }],
  ['Click', { recipient: 'Recipient', time: 'ReceivedAt' }],
  ['SubscriptionChange', { recipient: 'Recipient', time: 'ChangedAt' }],
]);

function toEvent(report: JsonObject): EmailEvent {
  const type = recordTypeOf(report);
  const place = places.get(type);
  // A type Postmark adds next year is kept and counted; throwing would fill the dead letters.
  if (!place) return unknownEvent(type, report);
  const address = recipientOf(requireText(report, place.recipient));
  const time = requireText(report, place.time);
  const id = digestOf('postmark', type, [
    textOf(report['MessageID']),
    address.recipient,
    // As text: it has seven fractional digits, and milliseconds would make one event of two.
    time,
    ...distinguishing(type, report),
  ]);
  const facts = {
    id,
    provider: 'postmark',
    providerType: type,
    messageId: messageIdOf(report, id),
    ...address,
    occurredAt: momentFromText(time),
    ...sendingOf(report),
    payload: report,
  };
  switch (type) {
    case 'Delivery':
      return { ...facts, ...answerIn(report), type: 'delivered' };
    case 'Bounce':
      return { ...facts, ...answerIn(report), ...bounceOutcome(report) };
    case 'SpamComplaint':
      return { ...facts, type: 'complaint' };
    case 'Open':
      return { ...facts, ...visitOf(report), type: 'open' };
    case 'Click':
      return { ...facts, ...visitOf(report), url: textOf(report['OriginalLink']), type: 'click' };
    default:
      return { ...facts, ...subscriptionOutcome(report) };
  }
}

/** Inbound mail, posted here by mistake, is the one thing of Postmark's that does not say what it is. */
function recordTypeOf(report: JsonObject): string {
  const isInbound = report['RecordType'] === undefined && isObject(report['FromFull']);
  return isInbound ? 'Inbound' : requireText(report, 'RecordType');
}

function unknownEvent(type: string, report: JsonObject): EmailEvent {
  const id = digestOf('postmark', type, [canonical(report)]);
  return {
    id,
    provider: 'postmark',
    providerType: type,
    messageId: messageIdOf(report, id),
    ...recipientOf(textOf(report['Recipient']) ?? textOf(report['Email'])),
    occurredAt: anyTimeIn(report),
    ...sendingOf(report),
    payload: report,
    type: 'unknown',
  };
}

/** Whatever a new type calls its time, the name has so far ended in `At`. Our own clock would change with each retry. */
function anyTimeIn(report: JsonObject): Moment {
  const names = Object.keys(report).filter((name) => name.endsWith('At'));
  for (const name of names.sort()) {
    try {
      return momentFromText(requireText(report, name));
    } catch {
      // Not a time after all.
    }
  }
  return momentFromMillis(0);
}

function messageIdOf(report: JsonObject, id: EventId): MessageId {
  const given = textOf(report['MessageID']);
  // A delivered message must not turn into a dropped one because somebody entered its recipient by hand.
  return given && !isEnteredByHand(report) ? toMessageId(given) : unnamedMessage('postmark', id);
}

/** What tells two reports apart that are about one message, one recipient and one time. */
function distinguishing(type: string, report: JsonObject): unknown[] {
  switch (type) {
    case 'Bounce':
    case 'SpamComplaint':
      return [report['Type'], textOf(report['ID'])];
    case 'Open':
      return [report['UserAgent'], objectIn(report, 'Geo')['IP']];
    case 'Click':
      return [report['OriginalLink'], report['ClickLocation']];
    case 'SubscriptionChange':
      // Every server has a stream called "outbound", and a change need not name a message.
      return [
        textOf(report['ServerID']) ?? textOf(report['ServerId']),
        report['MessageStream'],
        report['SuppressSending'],
        report['SuppressionReason'],
        report['Origin'],
      ];
    default:
      return [];
  }
}

function sendingOf(report: JsonObject) {
  return { stream: textOf(report['MessageStream']), tags: textsOf(report['Tag']) };
}

/** `Details` is what the receiving server said, `Description` a text of Postmark's own. */
function answerIn(report: JsonObject) {
  const details = textOf(report['Details']);
  return {
    diagnostic: details ?? textOf(report['Description']),
    // Only right after a reply code is it a status, and not a part of some number.
    smtpStatus: /\b[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(details ?? '')?.[1],
  };
}

function visitOf(report: JsonObject) {
  const userAgent = textOf(report['UserAgent']);
  return {
    userAgent,
    ip: textOf(objectIn(report, 'Geo')['IP']),
    // Postmark does not say whether a machine was at work.
    machine: machineVerdict(undefined, userAgent),
  };
}
