import type { EmailEvent } from '../../core/email-event.ts';
import { type EventId, spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseObjectBody,
  stringOf,
  stringsOf,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { smtpStatusIn } from '../smtp-status.ts';
import { tableOf } from '../table.ts';
import { bounceOutcome, isEnteredByHand, subscriptionOutcome } from './outcomes.ts';

export const postmark = makeNormalizer<JsonObject>({
  split({ body }) {
    const report = parseObjectBody('postmark', body);
    return { parts: [report], eventsOf: (only) => [toEvent(only)], bodyOf: () => body };
  },
  requestFor: (payload) => jsonRequest(payload),
});

type RecordType = {
  /** The field names for recipient and time, which differ between types. */
  readonly recipient: 'Recipient' | 'Email';
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
  const type = recordTypes.get(word ?? '');
  const named = recipientIn(report, type);
  const id = idOf(word ?? '', report, type, named);
  const facts = factsOf({
    id,
    provider: 'postmark',
    word,
    message: messageIn(report),
    recipient: named,
    times: [...(type ? [report[type.time]] : []), ...timesIn(report)],
    payload: report,
  });
  // A future type is stored and counted; throwing would fill the dead letters.
  return { ...facts, ...sendingOf(report), ...(type?.becomes(report) ?? { type: 'unknown' }) };
}

/** Inbound mail that is posted here by mistake has no `RecordType`. All other reports have one. */
function recordTypeOf(report: JsonObject): string | undefined {
  const isInbound = report['RecordType'] === undefined && isObject(report['FromFull']);
  return isInbound ? 'Inbound' : stringOf(report['RecordType']);
}

/** The field for the recipient differs between types. */
function recipientIn(report: JsonObject, type: RecordType | undefined): string | undefined {
  const names = [type?.recipient ?? 'Recipient', 'Recipient', 'Email'];
  return names.map((name) => stringOf(report[name])).find((found) => found !== undefined);
}

function idOf(
  word: string,
  report: JsonObject,
  type: RecordType | undefined,
  named: string | undefined,
): EventId {
  const time = type && stringOf(report[type.time]);
  // Of an unknown type, and without a time, the whole event has to distinguish it from others.
  if (!type || !time) return digestOf('postmark', word, [canonical(report)]);
  return digestOf('postmark', word, [
    stringOf(report['MessageID']),
    named && spellingOf(named),
    // The original string: it has seven fractional digits, and with milliseconds two events could get the same id.
    time,
    ...type.differsBy(report),
  ]);
}

/** So far, the names of all time fields end in `At`. */
function timesIn(report: JsonObject): unknown[] {
  return Object.keys(report)
    .filter((name) => name.endsWith('At'))
    .sort()
    .map((name) => report[name]);
}

/** A manual suppression must not change the status of a delivered message to dropped. */
function messageIn(report: JsonObject): string | undefined {
  return isEnteredByHand(report) ? undefined : stringOf(report['MessageID']);
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
    smtpStatus: smtpStatusIn(details),
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
