import type { EmailEvent } from '../../core/email-event.ts';
import { spellingOf } from '../../core/ids.ts';
import { digestOf } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import { canonical, type JsonObject, objectIn, parseJson, stringOf, stringsOf, toObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import { domainIn } from '../recipient.ts';
import { tableOf } from '../table.ts';
import { addressesIn } from './addresses.ts';
import { formEvent } from './form-event.ts';
import { formBody, formIn } from './form-post.ts';
import { failureOutcome, statusIn, unsubscribedScopes } from './outcomes.ts';
import { signatureAndEvent } from './request.ts';

export const mailgun = makeNormalizer<JsonObject>({
  split: ({ body }) => ({
    parts: [signatureAndEvent(body).event],
    eventsOf: (report) => (formIn(report) ? [formEvent(report)] : toEvents(report)),
    bodyOf: () => body,
  }),
  requestFor(payload) {
    const form = formIn(toObject(parseJson(payload), 'the payload'));
    return form
      ? { headers: {}, body: formBody(form) }
      : jsonRequest(`{"signature":{},"event-data":${payload}}`);
  },
});

type MailgunEvent = {
  /** The recipients. @default - `recipient` */
  readonly recipients?: (report: JsonObject) => readonly (string | undefined)[];
  readonly becomes: (report: JsonObject) => readonly Outcome[];
};

/** The types of the `event` field. */
const events = tableOf<MailgunEvent>({
  accepted: { becomes: () => [{ type: 'processed' }] },
  rejected: {
    recipients: everyoneNamed,
    becomes: (report) => [
      { reason: stringOf(objectIn(report, 'reject')['reason']), type: 'dropped', blames: 'message' },
    ],
  },
  delivered: { becomes: (report) => [{ ...answerIn(report), type: 'delivered' }] },
  failed: { becomes: (report) => [{ ...answerIn(report), ...failureOutcome(report) }] },
  opened: { becomes: (report) => [{ ...visitOf(report), type: 'open' }] },
  clicked: { becomes: (report) => [{ ...visitOf(report), url: stringOf(report['url']), type: 'click' }] },
  unsubscribed: {
    becomes: (report) =>
      // Here the tags name what the recipient left, not the tags of the mail.
      unsubscribedScopes(report).map((scope) => ({ tags: undefined, type: 'unsubscribe', scope })),
  },
  complained: { becomes: () => [{ type: 'complaint' }] },
});

/** Stored mail, uploaded lists, and future types: stored and counted, without effect. */
const unknownEvent: MailgunEvent = { becomes: () => [{ type: 'unknown' }] };

function toEvents(report: JsonObject): EmailEvent[] {
  const word = stringOf(report['event']);
  const { recipients = theRecipient, becomes } = events.get(word ?? '') ?? unknownEvent;
  const outcomes = becomes(report);
  return recipients(report).flatMap((address) =>
    outcomes.map((outcome) => ({ ...eventFacts(report, word, address, scopesOf(outcome)), ...outcome })),
  );
}

function theRecipient(report: JsonObject): readonly (string | undefined)[] {
  return [stringOf(report['recipient'])];
}

/** Mailgun refused the mail before it had a recipient, so the event is about everyone in its To header. */
function everyoneNamed(report: JsonObject): readonly (string | undefined)[] {
  const named = stringOf(objectIn(objectIn(report, 'message'), 'headers')['to']) ?? '';
  const addresses = addressesIn(stringOf(report['recipient']) ?? named);
  return addresses.length > 0 ? addresses : [undefined];
}

/** A report gives several events for one recipient only when the recipient left several scopes at once. */
function scopesOf(outcome: Outcome): readonly string[] {
  return 'scope' in outcome ? [outcome.scope] : [];
}

function eventFacts(
  report: JsonObject,
  word: string | undefined,
  address: string | undefined,
  scopes: readonly string[],
) {
  const timestamp = stringOf(report['timestamp']);
  const domain = stringOf(objectIn(report, 'domain')['name']);
  // Mailgun's id is unique only within a day, and its test events have the same id and time for several types.
  const given = stringOf(report['id']) ?? canonical(report);
  const id = digestOf('mailgun', word ?? '', [
    domain,
    given,
    timestamp,
    address && spellingOf(address),
    ...scopes,
  ]);
  const headers = objectIn(objectIn(report, 'message'), 'headers');
  // The send API returns the id in angle brackets, but events have it without.
  const message = stringOf(stringOf(headers['message-id'])?.replace(/^\s*<|>\s*$/g, ''));
  return {
    ...factsOf({
      id,
      provider: 'mailgun',
      word,
      message,
      recipient: address,
      times: [timestamp],
      payload: report,
    }),
    tags: stringsOf(report['tags']),
    template: stringOf(objectIn(report, 'template')['name']),
    templateVersion: stringOf(objectIn(report, 'template')['version']),
    // Older events name no domain, but some of them name the sender.
    sendingDomain: domain ?? domainIn(stringOf(objectIn(report, 'envelope')['sender'])),
    metadata: metadataIn(objectIn(report, 'user-variables')),
  };
}

function answerIn(report: JsonObject) {
  const status = objectIn(report, 'delivery-status');
  return {
    reason: stringOf(report['reason']),
    diagnostic: stringOf(status['message']) ?? stringOf(status['description']),
    smtpStatus: statusIn(status),
  };
}

function visitOf(report: JsonObject) {
  const client = objectIn(report, 'client-info');
  const userAgent = stringOf(client['user-agent']);
  return {
    userAgent,
    ip: stringOf(report['ip']),
    machine: machineVerdict(botVerdict(client['bot']), userAgent),
  };
}

/** An empty string means a person. A missing one, as in older events, means that nothing is known. */
function botVerdict(bot: unknown) {
  if (typeof bot !== 'string') return undefined;
  return { likely: bot !== '', rule: `mailgun client-info.bot ${bot}`.trim() };
}
