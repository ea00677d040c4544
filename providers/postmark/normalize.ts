import type { EmailEvent } from '../../core/email-event.ts';
import { type EventId, type MessageId, spellingOf, toMessageId } from '../../core/ids.ts';
import { type Moment, momentFromMillis, momentFromText } from '../../core/moment.ts';
import { digestOf, unnamedMessage } from '../event-id.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseBody,
  requireString,
  stringOf,
  stringsOf,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { UnreadableBody } from '../provider.ts';
import { domainIn, recipientOf } from '../recipient.ts';
import { tableOf } from '../table.ts';
import { bounceOutcome, isEnteredByHand, subscriptionOutcome } from './outcomes.ts';

export const postmark = makeNormalizer<JsonObject>({
  split({ body }) {
    const report = parseBody('postmark', body);
    if (!isObject(report))
      throw new UnreadableBody('postmark: expected one JSON object, found another JSON value');
    return { parts: [report], eventsOf: (only) => [toEvent(only)], bodyOf: () => body };
  },
  requestFor: (payload) => jsonRequest(payload),
});

type RecordType = {
  /** The field names for recipient and time, which differ between types. */
  readonly recipient: 'Recipient' | 'Email';
  /** Set for types whose reports may leave the recipient out. */
  readonly mayNameNobody?: true;
  readonly time: string;
  readonly becomes: (report: JsonObject) => Outcome;
  /** What distinguishes two reports about the same message, recipient and time. */
  readonly differsBy: (report: JsonObject) => readonly unknown[];
};

/** The types of the `RecordType` field. */
const recordTypes = tableOf<RecordType>({
  Delivery: {
    recipient: 'Recipient',
    time: 'DeliveredAt',
    becomes: (report) => ({ ...answerIn(report), type: 'delivered' }),
    differsBy: () => [],
  },
  Bounce: {
    recipient: 'Email',
    mayNameNobody: true,
    time: 'BouncedAt',
    becomes: (report) => ({ ...answerIn(report), ...bounceOutcome(report) }),
    differsBy: (report) => [report['Type'], stringOf(report['ID'])],
  },
  SpamComplaint: {
    recipient: 'Email',
    time: 'BouncedAt',
    becomes: () => ({ type: 'complaint' }),
    differsBy: (report) => [report['Type'], stringOf(report['ID'])],
  },
  Open: {
    recipient: 'Recipient',
    time: 'ReceivedAt',
    becomes: (report) => ({ ...visitOf(report), type: 'open' }),
    differsBy: (report) => [report['UserAgent'], objectIn(report, 'Geo')['IP']],
  },
  Click: {
    recipient: 'Recipient',
    time: 'ReceivedAt',
    becomes: (report) => ({ ...visitOf(report), url: stringOf(report['OriginalLink']), type: 'click' }),
    differsBy: (report) => [report['OriginalLink'], report['ClickLocation']],
  },
  SubscriptionChange: {
    recipient: 'Recipient',
    time: 'ChangedAt',
    becomes: subscriptionOutcome,
    differsBy: (report) => [
      // Every server has a stream named "outbound", and a change may not name a message.
      stringOf(report['ServerID']) ?? stringOf(report['ServerId']),
      report['MessageStream'],
      report['SuppressSending'],
      report['SuppressionReason'],
      report['Origin'],
    ],
  },
});

function toEvent(report: JsonObject): EmailEvent {
  const word = recordTypeOf(report);
  const type = recordTypes.get(word);
  // A future type is stored and counted; throwing would fill the dead letters.
  if (!type) return unknownEvent(word, report);
  const named = type.mayNameNobody ? stringOf(report[type.recipient]) : requireString(report, type.recipient);
  const address = recipientOf(named);
  const time = requireString(report, type.time);
  const id = digestOf('postmark', word, [
    stringOf(report['MessageID']),
    named && spellingOf(named),
    // The original string: it has seven fractional digits, and with milliseconds two events could get the same id.
    time,
    ...type.differsBy(report),
  ]);
  const facts = {
    id,
    provider: 'postmark',
    providerType: word,
    messageId: messageIdOf(report, id),
    ...address,
    occurredAt: momentFromText(time),
    ...sendingOf(report),
    payload: report,
  };
  return { ...facts, ...type.becomes(report) };
}

/** Inbound mail that is posted here by mistake has no `RecordType`. All other reports have one. */
function recordTypeOf(report: JsonObject): string {
  const isInbound = report['RecordType'] === undefined && isObject(report['FromFull']);
  return isInbound ? 'Inbound' : requireString(report, 'RecordType');
}

function unknownEvent(word: string, report: JsonObject): EmailEvent {
  const id = digestOf('postmark', word, [canonical(report)]);
  return {
    id,
    provider: 'postmark',
    providerType: word,
    messageId: messageIdOf(report, id),
    ...recipientOf(stringOf(report['Recipient']) ?? stringOf(report['Email'])),
    occurredAt: anyTimeIn(report),
    ...sendingOf(report),
    payload: report,
    type: 'unknown',
  };
}

/** So far, the names of all time fields end in `At`. Our own clock would give each retry another time. */
function anyTimeIn(report: JsonObject): Moment {
  const names = Object.keys(report).filter((name) => name.endsWith('At'));
  for (const name of names.sort()) {
    try {
      return momentFromText(requireString(report, name));
    } catch {
      // Not a time, so try the next field.
    }
  }
  return momentFromMillis(0);
}

function messageIdOf(report: JsonObject, id: EventId): MessageId {
  const given = stringOf(report['MessageID']);
  // A manual suppression must not change the status of a delivered message to dropped.
  return given && !isEnteredByHand(report) ? toMessageId(given) : unnamedMessage('postmark', id);
}

function sendingOf(report: JsonObject) {
  return {
    stream: stringOf(report['MessageStream']),
    tags: stringsOf(report['Tag']),
    // Only bounces and complaints name the sender.
    sendingDomain: domainIn(stringOf(report['From'])),
    metadata: metadataIn(objectIn(report, 'Metadata')),
  };
}

/** `Details` is the answer of the receiving server, `Description` is Postmark's explanation. */
function answerIn(report: JsonObject) {
  const details = stringOf(report['Details']);
  return {
    diagnostic: details ?? stringOf(report['Description']),
    // Only after a reply code is it a status, and not part of another number.
    smtpStatus: /\b[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(details ?? '')?.[1],
  };
}

function visitOf(report: JsonObject) {
  const userAgent = stringOf(report['UserAgent']);
  return {
    userAgent,
    ip: stringOf(objectIn(report, 'Geo')['IP']),
    // Postmark does not say whether it was a machine.
    machine: machineVerdict(undefined, userAgent),
  };
}
