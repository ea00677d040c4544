import type { EmailEvent } from '../../core/email-event.ts';
import type { EventId } from '../../core/ids.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  listOf,
  objectIn,
  parseObjectBody,
  stringOf,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { tableOf } from '../table.ts';
import { bounceOutcome, complaintOutcome } from './outcomes.ts';
import { type Finder, finderIn } from './places.ts';

export const sesmetric = makeNormalizer<unknown>({
  split({ body }) {
    const report = parseObjectBody('sesmetric', body);
    const { key, list } = recipientsIn(report);
    // An event without recipients is still one event.
    const people = list.length > 0 ? list : [undefined];
    const isShared = people.length > 1;
    return {
      parts: people,
      eventsOf: (person) => [toEvent(report, person, isShared)],
      bodyOf: (some) => (isShared ? bodyWithOnly(report, key, some) : body),
    };
  },
  requestFor: (payload) => jsonRequest(payload),
});

/** The event type: `type`, or `event_type` on SESMetric's public page. */
function wordIn(report: JsonObject): string | undefined {
  return (stringOf(report['type']) ?? stringOf(report['event_type']))?.trim().toLowerCase();
}

/** The outcome of each type. */
const outcomes = tableOf<(find: Finder) => Outcome>({
  delivery: (find) => ({ ...failureFrom(find), type: 'delivered' }),
  bounce: (find) => ({ ...failureFrom(find), ...bounceOutcome(find) }),
  complaint: complaintOutcome,
  open: (find) => ({ ...visitFrom(find), type: 'open' }),
  click: (find) => ({ ...visitFrom(find), url: find('link', 'url'), type: 'click' }),
});

/** A future type is stored and counted, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

function toEvent(report: JsonObject, person: unknown, isShared: boolean): EmailEvent {
  const word = wordIn(report);
  const find = finderIn(report, word ?? '');
  const address = addressOf(person);
  const facts = factsOf({
    id: idOf(report, address, isShared),
    provider: 'sesmetric',
    word,
    message: find('messageId', 'message_id'),
    recipient: address,
    times: timeKeys.map((key) => find(key)),
    payload: report,
  });
  const sendingDomain = domainIn(find('source'));
  return { ...facts, sendingDomain, ...(outcomes.get(word ?? '') ?? unknown)(find) };
}

/** These keys list the recipients that the event is about, as in Amazon SES reports. Each recipient gets an event. */
const recipientListKeys = ['bouncedRecipients', 'complainedRecipients'];

/** The recipients of the event, and the key that lists them. */
function recipientsIn(report: JsonObject): { key: string; list: readonly unknown[] } {
  const places = [report, objectIn(report, 'payload'), objectIn(report, 'data')];
  for (const key of [...recipientListKeys, 'recipients', 'recipient']) {
    const list = places.map((place) => listOf(place[key])).find((found) => found.length > 0);
    if (!list) continue;
    // Only a delivery concerns all recipients. For an open or a bounce, the event does not say which of several it was.
    const concernsAll = recipientListKeys.includes(key) || wordIn(report) === 'delivery';
    return { key, list: list.length === 1 || concernsAll ? list : [] };
  }
  return { key: 'recipients', list: [] };
}

function addressOf(person: unknown): string | undefined {
  return stringOf(isObject(person) ? person['emailAddress'] : person);
}

/** The same event with only these recipients. A single one gets the id that it has in the full event. */
function bodyWithOnly(report: JsonObject, key: string, people: readonly unknown[]): Buffer {
  const [person, ...others] = people;
  const address = addressOf(person);
  const id = others.length > 0 ? report['id'] : idOf(report, address, true);
  return Buffer.from(JSON.stringify({ ...report, id, [key]: people }));
}

function idOf(report: JsonObject, address: string | undefined, isShared: boolean): EventId {
  const given = stringOf(report['id']);
  if (given) {
    return isShared
      ? digestOf('sesmetric', 'id', [given, address?.toLowerCase()])
      : eventIdFrom('sesmetric', given);
  }
  const word = wordIn(report) ?? '';
  const find = finderIn(report, word);
  const identity = [find('messageId', 'message_id'), find(...timeKeys)];
  // Without a message id or a time, the whole event has to distinguish it from others.
  const rest = identity.includes(undefined)
    ? [canonical(report)]
    : [find('link', 'url'), find('ipAddress'), find('userAgent')];
  return digestOf('sesmetric', word, [...identity, address?.toLowerCase(), ...rest]);
}

const timeKeys = ['eventTimestamp', 'timestamp', 'occurredAt', 'createdAt', 'created_at'];

function failureFrom(find: Finder) {
  return { diagnostic: find('smtpResponse', 'diagnosticCode'), smtpStatus: find('smtpStatus') };
}

function visitFrom(find: Finder) {
  const userAgent = find('userAgent');
  return { userAgent, ip: find('ipAddress', 'ip'), machine: machineVerdict(undefined, userAgent) };
}
