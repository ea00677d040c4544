import { createHash } from 'node:crypto';
import { dayOf } from '../core/day.ts';
import type { EmailEvent } from '../core/email-event.ts';
import { strandOf } from '../core/head.ts';
import { type Address, type EventId, type MessageId, toEventId } from '../core/ids.ts';
import { type Moment, storedMoment } from '../core/moment.ts';
import { allScopes, type Evidence, type SuppressionEntry } from '../core/suppression.ts';
import { eventPrefix } from './event-prefix.ts';

export { eventPrefix };
export const statusPrefix = 'S#';

/** In the messages table, the partition with the last event of each provider. Ids of messages begin with no space. */
export const seenKey = ' seen';

/** The key of a row of the messages table. */
export type MessageRowKey = { readonly messageId: string; readonly sortKey: string };
/** The key of a row of the addresses table. */
export type AddressRowKey = { readonly address: string; readonly sortKey: string };
export type StatusKey = { readonly messageId: MessageId; readonly recipient: Address };

export function eventRowKey(event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id'>): MessageRowKey {
  return { messageId: event.messageId, sortKey: `${eventPrefix}${event.occurredAt}#${event.id}` };
}

/**
 * The key of an event whose usual key is taken by an event of another provider, since ids are unique for one provider only.
 * The usual key has no provider because rows have always been found there. Ids contain no space.
 */
export function secondEventRowKey(
  event: Pick<EmailEvent, 'messageId' | 'occurredAt' | 'id' | 'provider'>,
): MessageRowKey {
  const { messageId, sortKey } = eventRowKey(event);
  return { messageId, sortKey: `${sortKey} ${event.provider}` };
}

export function statusRowKey({ messageId, recipient }: StatusKey): MessageRowKey {
  return { messageId, sortKey: `${statusPrefix}${recipient}` };
}

/**
 * The addresses table has four kinds of rows, besides those of earlier versions. Their keys begin with a space: rows of
 * earlier versions begin with an encoded scope, which contains none, so both kinds can be read apart.
 */
export const addressPrefixes = {
  /** The heads for all mail. */
  all: ' all#',
  /** The heads of one stream, group or list. */
  stream: ' in#',
  /** The history, by day or time. */
  log: ' log#',
  /** The soft bounces of the history, by day. */
  soft: ' soft#',
} as const;
/** Keys of rows of earlier versions are greater, keys of all other rows are smaller. */
export const endOfPrefixes = ' ~';

/** The head of the entry's strand: see core/head.ts. */
export function headRowKey(entry: SuppressionEntry): AddressRowKey {
  const strand = strandOf(entry).map(keyPart).join('#');
  return { address: entry.address, sortKey: `${headPrefix(entry.scope)}${strand}` };
}

export function headPrefix(scope: string): string {
  return scope === allScopes ? addressPrefixes.all : `${addressPrefixes.stream}${keyPart(scope)}#`;
}

/**
 * The row of the history that contains the entry. What providers report again and again has one row per day. What a
 * person did has a row of its own.
 */
export function logRowKey(entry: SuppressionEntry): AddressRowKey {
  const { address, scope, occurredAt, id, provider = '' } = entry;
  const isCondensed = entry.type === 'evidence' ? entry.cause !== 'manual' : entry.by === undefined;
  const [strand = ''] = strandOf(entry);
  const parts = isCondensed
    ? [dayOf(occurredAt), keyPart(scope), strand, keyPart(provider)]
    : [occurredAt, keyPart(scope), strand, id];
  return { address, sortKey: addressPrefixes.log + parts.join('#') };
}

export function softRowKey({ address, scope, occurredAt, provider = '' }: Evidence): AddressRowKey {
  const parts = [dayOf(occurredAt), keyPart(scope), keyPart(provider)];
  return { address, sortKey: addressPrefixes.soft + parts.join('#') };
}

/** The key of an entry in rows of earlier versions: one row for each entry, by scope and time. */
export function legacyRowKey(entry: SuppressionEntry): AddressRowKey {
  const kind = entry.type === 'evidence' ? 'E' : 'R';
  return {
    address: entry.address,
    sortKey: `${legacyScope(entry.scope)}#${entry.occurredAt}#${kind}#${entry.id}`,
  };
}

/** What is kept of a forgotten address lies where rows of earlier versions lie, so that a question reads both at once. */
export function keptRowKey(entry: SuppressionEntry): AddressRowKey {
  const kind = entry.type === 'evidence' ? 'E' : 'R';
  return {
    address: entry.address,
    sortKey: `${keyPart(entry.scope)}#${entry.occurredAt}#${kind}#${entry.id}`,
  };
}

export function legacyScope(scope: string): string {
  return encodeURIComponent(scope.toWellFormed()).slice(0, 400);
}

/** Any string as a part of a key, without `#`. Long ones are shortened, and a digest keeps them apart. */
function keyPart(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  if (encoded.length <= 150) return encoded;
  return `${encoded.slice(0, 100)}~${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/** The row has the time and the id of the event only in its sort key. */
export function readEventSortKey(sortKey: string): { occurredAt: Moment; id: EventId } {
  const at = eventPrefix.length;
  const end = sortKey.indexOf('#', at);
  const space = sortKey.indexOf(' ', end);
  const id = sortKey.slice(end + 1, space < 0 ? undefined : space);
  return { occurredAt: storedMoment(sortKey.slice(at, end)), id: toEventId(id) };
}

/** A row's key as one string, for either table. */
export function rowName(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([row['address'] ?? row['messageId'], row['sortKey']]);
}
