import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  type JsonObject,
  listOf,
  objectFromJson,
  parseBody,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';
import { blockedOutcome, bounceOutcome } from './outcomes.ts';

export const mailjet = makeNormalizer<unknown>({
  // One event alone, or a list if the operator has chosen to group them.
  split: ({ body }) => ({
    parts: listOf(parseBody('mailjet', body)),
    eventsOf: (report) => [toEvent(toObject(report, 'the event'))],
    bodyOf: (some) => Buffer.from(JSON.stringify(some)),
  }),
  requestFor: (payload) => jsonRequest(`[${payload}]`),
});

/** The outcome of each `event`. */
const outcomes = tableOf<(report: JsonObject) => Outcome>({
  // The receiving server has accepted it; that Mailjet took it is not reported.
  sent: (report) => ({ type: 'delivered', diagnostic: stringOf(report['smtp_reply']) }),
  open: (report) => ({ ...visitOf(report), type: 'open' }),
  click: (report) => ({ ...visitOf(report), url: stringOf(report['url']), type: 'click' }),
  bounce: bounceOutcome,
  blocked: blockedOutcome,
  spam: (report) => ({ type: 'complaint', reason: stringOf(report['source']) }),
  unsub: (report) => ({ type: 'unsubscribe', scope: listIn(report) ?? '*' }),
});

/** A future type is stored and counted, without effect. */
const unknown = (): Outcome => ({ type: 'unknown' });

/** What distinguishes two events of a type, besides message, recipient and time, which is in whole seconds. */
const differences = tableOf<(report: JsonObject) => unknown[]>({
  open: (report) => [report['ip'], report['agent']],
  click: (report) => [report['url'], report['ip'], report['agent']],
  bounce: (report) => [report['error']],
  blocked: (report) => [report['error']],
  unsub: (report) => [listIn(report)],
});

function toEvent(report: JsonObject): EmailEvent {
  const word = stringOf(report['event'])?.trim().toLowerCase();
  const message = messageOf(report);
  const recipient = stringOf(report['email']);
  const time = stringOf(report['time']);
  // Without a message or a time, the whole event has to distinguish it from others.
  const difference = message && time ? (differences.get(word ?? '')?.(report) ?? []) : [canonical(report)];
  const facts = factsOf({
    id: digestOf('mailjet', word ?? '', [message, recipient && spellingOf(recipient), time, ...difference]),
    provider: 'mailjet',
    word,
    message,
    recipient,
    times: [time],
    payload: report,
  });
  return { ...facts, ...sendingOf(report), ...(outcomes.get(word ?? '') ?? unknown)(report) };
}

/** The send API returns `MessageID`. Grouped events may have it only as a string, under another name. */
function messageOf(report: JsonObject): string | undefined {
  const ids = [report['mj_message_id'], report['MessageID'], report['Message_GUID']].map(stringOf);
  return ids.find((id) => id !== undefined && id !== '0');
}

/** The contact list that the recipient left. */
function listIn(report: JsonObject): string | undefined {
  const list = stringOf(report['mj_list_id']);
  return list === '0' ? undefined : list;
}

function visitOf(report: JsonObject) {
  const userAgent = stringOf(report['agent']);
  return {
    userAgent,
    ip: stringOf(report['ip']),
    // Mailjet does not say whether it was a machine.
    machine: machineVerdict(undefined, userAgent),
  };
}

function sendingOf(report: JsonObject) {
  const payload = stringOf(report['Payload']);
  const custom = { ...objectFromJson(payload), CustomID: report['CustomID'] };
  return { tags: stringsOf(report['customcampaign']), metadata: metadataIn(custom) };
}
