import type { EmailEvent, EventType } from '../../core/email-event.ts';
import type { Moment } from '../../core/moment.ts';
import { digestOf, eventIdFrom } from '../event-id.ts';
import { factsOf } from '../facts.ts';
import {
  canonical,
  isObject,
  type JsonObject,
  objectIn,
  parseBody,
  stringOf,
  stringsOf,
  toObject,
} from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { machineVerdict } from '../machine.ts';
import { makeNormalizer } from '../make-normalizer.ts';
import { metadataIn, namedTagsIn, tagStrings } from '../metadata.ts';
import type { Outcome } from '../outcome.ts';
import type { Normalizer } from '../provider.ts';
import { domainIn } from '../recipient.ts';
import { sentAtFrom } from '../sent-at.ts';
import type { SourceMapping } from '../source-mapping.ts';
import { standardIdOf } from '../standard-signature.ts';
import { type Meaning, meaningOf } from './words.ts';

const defaultPaths = {
  messageId: ['data.message_id', 'data.messageId', 'data.email_id', 'data.id'],
  recipient: ['data.recipient', 'data.email', 'data.to'],
  occurredAt: 'timestamp',
};

/** A sender that follows Standard Webhooks, under the name that the operator gave it. */
export function standardWebhooksSource(name: string, mapping: SourceMapping = {}): Normalizer {
  const source: Source = {
    name,
    types: new Map(Object.entries(mapping.types ?? {})),
    // With a path in the mapping, no other path is tried: a value there would mean something else.
    messageId: mapping.messageId ? [mapping.messageId] : defaultPaths.messageId,
    recipient: mapping.recipient ? [mapping.recipient] : defaultPaths.recipient,
    occurredAt: mapping.occurredAt ?? defaultPaths.occurredAt,
  };
  return makeNormalizer({
    split: ({ headers, body }) => ({
      parts: [parseBody(name, body)],
      eventsOf: (report) => [toEvent(source, toObject(report, 'the event'), standardIdOf(headers))],
      bodyOf: () => body,
    }),
    requestFor: (payload, { id }) => jsonRequest(payload, { 'webhook-id': id }),
  });
}

export const standardWebhooks: Normalizer = standardWebhooksSource('standard-webhooks');

type Source = {
  readonly name: string;
  readonly types: ReadonlyMap<string, EventType>;
  readonly messageId: readonly string[];
  readonly recipient: readonly string[];
  readonly occurredAt: string;
};

function toEvent(source: Source, report: JsonObject, givenId: string | undefined): EmailEvent {
  const word = stringOf(report['type']);
  const id = givenId
    ? eventIdFrom(source.name, givenId)
    : digestOf(source.name, word ?? '', [canonical(report)]);
  const data = objectIn(report, 'data');
  const facts = factsOf({
    id,
    provider: source.name,
    word,
    message: source.messageId.map((path) => stringOf(valueAt(report, path))).find(Boolean),
    recipient: onlyRecipient(source, report),
    times: [valueAt(report, source.occurredAt)],
    payload: report,
  });
  const meaning = source.types.get(word ?? '') ?? meaningOf(word ?? '');
  return { ...facts, ...sendingOf(data, facts.occurredAt), ...outcomes[meaning](data, word ?? '') };
}

/** The specification leaves it to the sender what `data` contains, so common names are tried. */
function sendingOf(data: JsonObject, occurredAt: Moment) {
  const tags = data['tags'];
  return {
    stream: firstString(data, ['stream', 'message_stream']),
    tags: isObject(tags) ? tagStrings(namedTagsIn(tags)) : stringsOf(tags),
    template: firstString(data, ['template', 'template_name', 'template_id']),
    templateVersion: firstString(data, ['template_version', 'template_version_id']),
    sendingDomain: domainIn(stringOf(data['from'])),
    ipPool: stringOf(data['ip_pool']),
    sentAt: sentAtFrom(data['sent_at'], occurredAt),
    metadata: metadataIn(objectIn(data, 'metadata')) ?? metadataIn(objectIn(data, 'tags')),
  };
}

/** The outcome of each meaning, from the object in `data`. */
const outcomes: Readonly<Record<Meaning, (data: JsonObject, word: string) => Outcome>> = {
  processed: () => ({ type: 'processed' }),
  deferred: (data) => ({ ...failureOf(data), type: 'deferred' }),
  delivered: (data) => ({ ...failureOf(data), type: 'delivered' }),
  hard_bounce: (data) => ({ ...failureOf(data), type: 'hard_bounce' }),
  soft_bounce: (data) => ({ ...failureOf(data), type: 'soft_bounce' }),
  bounce: (data) => ({ ...failureOf(data), type: isTemporary(data) ? 'soft_bounce' : 'hard_bounce' }),
  // A wrong suppression is harder to notice than a missing one, so only a drop by the sender's list blames the address.
  dropped: (data, word) => ({
    ...failureOf(data),
    type: 'dropped',
    blames: /suppress/i.test(word) ? 'address' : 'message',
  }),
  open: (data) => ({ ...visitOf(data), type: 'open' }),
  click: (data) => ({ ...visitOf(data), url: firstString(data, ['url', 'link']), type: 'click' }),
  complaint: (data) => ({ reason: stringOf(data['reason']), type: 'complaint' }),
  unsubscribe: (data) => ({ type: 'unsubscribe', scope: scopeOf(data) }),
  resubscribe: (data) => ({ type: 'resubscribe', scope: scopeOf(data) }),
  unknown: (data) => ({ reason: stringOf(data['reason']), type: 'unknown' }),
};

function failureOf(data: JsonObject) {
  return {
    reason: stringOf(data['reason']),
    diagnostic: firstString(data, ['diagnostic', 'response', 'description']),
    smtpStatus: stringOf(data['status'])?.match(enhancedStatus)?.[0],
  };
}

function scopeOf(data: JsonObject): string {
  return firstString(data, ['scope', 'list_id', 'group_id']) ?? '*';
}

/** Reads only own properties: every object inherits a `constructor`, which is not a message id. */
function valueAt(report: JsonObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as JsonObject)[key]
          : undefined,
      report,
    );
}

/** Uses the first path with a value. A list of several recipients does not say which one it was. */
function onlyRecipient(source: Source, report: JsonObject): string | undefined {
  const named = source.recipient
    .map((path) => stringsOf(valueAt(report, path)))
    .find((list) => list.length > 0);
  return named?.length === 1 ? named[0] : undefined;
}

const enhancedStatus = /^[245]\.\d{1,3}\.\d{1,3}$/;

/** A bounce without a kind counts as permanent. */
function isTemporary(data: JsonObject): boolean {
  const kind = firstString(data, ['bounce_type', 'bounceType']) ?? stringOf(objectIn(data, 'bounce')['type']);
  if (kind) return /soft|transient|temporary|undetermined/i.test(kind);
  return stringOf(data['status'])?.startsWith('4.') ?? false;
}

function visitOf(data: JsonObject) {
  const userAgent = firstString(data, ['user_agent', 'userAgent']);
  return {
    userAgent,
    ip: firstString(data, ['ip', 'ip_address']),
    machine: machineVerdict(undefined, userAgent),
  };
}

function firstString(object: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => stringOf(object[key])).find((found) => found !== undefined);
}
