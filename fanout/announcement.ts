import { createHash } from 'node:crypto';
import type { StoredFacts } from '../app/ports/lake.ts';
import { announcedTypeOf } from '../core/announced-types.ts';
import { cutToBytes } from '../core/byte-length.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { precedenceOf, touchesStatus } from '../core/precedence.ts';
import type { Announcement } from './event-schema.ts';

/** EventBridge takes 256 KB at most. What is longer than these is cut: a stranger's mail server can write as much as it likes. */
const mostBytes = { text: 2_048, url: 8_192, tags: 50 };

/** What other programs are told about an event. It has no payload: each provider writes its own. */
export function announcementOf(facts: StoredFacts): Announcement {
  const data = {
    id: announcedId(facts.provider, facts.id),
    provider: facts.provider,
    eventId: facts.id,
    providerType: facts.providerType,
    messageId: facts.messageId,
    recipient: facts.recipient,
    occurredAt: facts.occurredAt,
    receivedAt: facts.receivedAt,
    precedence: precedenceIn(facts),
    stream: facts.stream,
    tags: facts.tags?.slice(0, mostBytes.tags),
    template: facts.template,
    templateVersion: facts.templateVersion,
    sendingDomain: facts.sendingDomain,
    ipPool: facts.ipPool,
    sentAt: facts.sentAt,
    metadata: facts.metadata,
    ...detailsOf(facts),
  };
  // The compiler cannot follow which details belong to which type; a test holds every type against its schema.
  const announcement: unknown = {
    type: announcedTypeOf(facts),
    timestamp: facts.occurredAt,
    data: shortened(data),
  };
  return announcement as Announcement;
}

/**
 * The same wherever and however often the event is told: `detail.id` on the bus, `webhook-id` of a webhook. Ids of events are unique
 * for one provider only. No character of it is a dot, which separates the parts of a signed string.
 */
export function announcedId(provider: string, eventId: string): string {
  return `evt_${createHash('sha256').update(`${provider}\0${eventId}`).digest('base64url').slice(0, 32)}`;
}

function precedenceIn(facts: StoredFacts): string | undefined {
  // Nothing of an event that decides about its status is in the payload.
  const event = facts as unknown as EmailEvent;
  return touchesStatus(event) ? precedenceOf(event) : undefined;
}

function detailsOf(facts: StoredFacts): Record<string, unknown> {
  switch (facts.type) {
    case 'deferred':
    case 'delivered':
    case 'hard_bounce':
    case 'dropped':
      return failureOf(facts);
    case 'soft_bounce':
      return { ...failureOf(facts), mayBeAutomaticReply: facts.mayBeAutomaticReply };
    case 'open':
      return visitOf(facts);
    case 'click':
      return { ...visitOf(facts), url: facts.url };
    case 'unsubscribe':
    case 'resubscribe':
      return { scope: facts.scope };
    case 'complaint':
    case 'unknown':
      return { reason: facts.reason };
    default:
      return {};
  }
}

type Of<Type extends StoredFacts['type'], Name extends string> = {
  readonly [Field in Name]?: unknown;
} & { readonly type: Type };

function failureOf(facts: Of<StoredFacts['type'], 'reason' | 'diagnostic' | 'smtpStatus'>) {
  const { reason, diagnostic, smtpStatus } = facts;
  return { reason, diagnostic, smtpStatus };
}

function visitOf({ userAgent, ip, machine }: Of<'open' | 'click', 'userAgent' | 'ip' | 'machine'>) {
  return { userAgent, ip, machine };
}

function shortened(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept.map(([name, value]) => [name, shortValue(name, value)]));
}

function shortValue(name: string, value: unknown): unknown {
  // Ids and addresses are short already, and a part of one would be another one.
  if (isKey.has(name)) return value;
  if (typeof value === 'string') return cutToBytes(value, name === 'url' ? mostBytes.url : mostBytes.text);
  return Array.isArray(value) ? value.map((each) => shortValue('', each)) : value;
}

const isKey: ReadonlySet<string> = new Set(['id', 'eventId', 'messageId', 'recipient', 'precedence']);
