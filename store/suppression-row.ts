import { createHash } from 'node:crypto';
import type { StoredEntry } from '../app/ports/store.ts';
import { firstOrderOf, type Head, isShortId, orderOf } from '../core/head.ts';
import type { Address, EventId, MessageId } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Run } from '../core/soft-bounces.ts';
import type { Cause, Evidence, SuppressionEntry } from '../core/suppression.ts';
import { type AddressRowKey, addressPrefixes, endOfPrefixes } from './keys.ts';
import type { RowFields } from './row-fields.ts';

/** A head is read for every question, so it stays small. The history has the whole text. */
const maxTextInHead = 100;
const maxTextInLog = 1_000;
const momentLength = 24;
/** One partition of an index takes 1,000 writes a second. */
const shards = 8;

/** The attributes of a row of the history or of a head. */
export function headFields(part: 'log' | 'head', key: AddressRowKey, head: Head, now: Date): RowFields {
  const { latest } = head;
  return {
    ...key,
    kind: part,
    what: latest.type,
    ...entryFields(latest, part === 'head' ? maxTextInHead : maxTextInLog),
    ...(part === 'head' && latest.messageId && !isShortId(latest.messageId) && { messageId: undefined }),
    reason: latest.type === 'evidence' ? latest.cause : undefined,
    scope: latest.scope,
    latest: orderOf(latest),
    first: firstOrderOf(head.first),
    ...(part === 'head' && indexFields(key, latest)),
    ...(head.run && runFields(key, head.run)),
    recordedAt: now.toISOString(),
  };
}

/** `cause` and `occurredAt` are the key of the index by cause. Only heads of evidence have both. */
function indexFields(key: AddressRowKey, latest: SuppressionEntry): RowFields {
  if (latest.type === 'release') return {};
  return {
    // No two heads have the same value, so that a list can stop anywhere and go on from there.
    occurredAt: `${latest.occurredAt}#${key.address}#${digestOf(key.sortKey).slice(0, 12)}`,
    // Soft bounces enter the index when they reach their cap.
    ...(latest.cause !== 'soft_bounce' && { cause: shardOf(latest.cause, key.address) }),
  };
}

export function runFields(key: AddressRowKey, { lastStart, firstReach }: Run): RowFields {
  return { cause: shardOf('soft_bounce', key.address), lastStart, firstReach };
}

/** The partitions of the index by cause. Rows of earlier versions are all in the last one. */
export function partitionsOf(cause: Cause): string[] {
  return [...Array.from({ length: shards }, (_, shard) => `${cause}#${shard}`), cause];
}

function shardOf(cause: Cause, address: string): string {
  return `${cause}#${Number.parseInt(digestOf(address).slice(0, 8), 16) % shards}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a row says about an entry besides its time, cause and scope. */
function entryFields(entry: SuppressionEntry, maxText: number): RowFields {
  const { id, provider, messageId, by, because } = entry;
  const { diagnostic, undated } = entry.type === 'evidence' ? entry : {};
  return {
    id,
    provider,
    messageId,
    by: by?.slice(0, maxText),
    because: because?.slice(0, maxText),
    diagnostic: diagnostic?.slice(0, maxText),
    undated,
  };
}

/** One bounce in the row of its day. */
export function bounceFields(bounce: Evidence, now: Date): RowFields {
  const stored = bounce as Evidence & Partial<StoredEntry>;
  return {
    ...entryFields(bounce, maxTextInHead),
    occurredAt: bounce.occurredAt,
    recordedAt: stored.recordedAt ?? now.toISOString(),
  };
}

/** Whether a row is a head or was kept when its address was forgotten. All other rows are history. */
export function isHeadRow(row: RowFields): boolean {
  return row['kind'] === 'head' || row['kind'] === 'forgotten';
}

/** The head in a row of the history or of a head. */
export function readHead(row: RowFields): Head {
  const latest = readEntry(row);
  // Kept rows of forgotten addresses have neither: they are in force from their own time on.
  const first = typeof row['first'] === 'string' ? row['first'] : `${latest.occurredAt}#${latest.id}`;
  const lastStart = (row['kind'] === 'forgotten' ? latest.occurredAt : row['lastStart']) as
    | Moment
    | undefined;
  const firstReach = (row['firstReach'] ?? lastStart) as Moment | undefined;
  const isSoft = latest.type === 'evidence' && latest.cause === 'soft_bounce';
  return {
    latest,
    first: {
      occurredAt: first.slice(0, momentLength) as Moment,
      id: first.slice(momentLength + 1) as EventId,
    },
    ...(isSoft && lastStart && firstReach && { run: { lastStart, firstReach } }),
  };
}

/** The entries in a row of the history, of this or an earlier version. Heads have none: they repeat the history. */
export function readEntries(row: RowFields): StoredEntry[] {
  if (row['kind'] === 'head') return [];
  if (row['kind'] !== 'soft') return [readEntry(row)];
  const facts = { address: row['address'], scope: row['scope'], provider: row['provider'] };
  return (row['bounces'] as RowFields[]).map((bounce) =>
    readEntry({ ...facts, ...bounce, kind: 'evidence', cause: 'soft_bounce' }),
  );
}

function readEntry(row: RowFields): StoredEntry {
  const { latest, first } = row as { latest?: string; first?: string };
  const occurredAt = (latest?.slice(0, momentLength) ?? row['occurredAt']) as Moment;
  const firstAt = first?.slice(0, momentLength) as Moment | undefined;
  const facts = {
    address: row['address'] as Address,
    scope: row['scope'] as string,
    occurredAt,
    id: row['id'] as EventId,
    provider: row['provider'] as string | undefined,
    messageId: row['messageId'] as MessageId | undefined,
    by: row['by'] as string | undefined,
    because: row['because'] as string | undefined,
    recordedAt: row['recordedAt'] as string,
    ...(firstAt !== undefined && firstAt !== occurredAt && { firstAt }),
  };
  if ((row['what'] ?? row['kind']) === 'release') return { ...facts, type: 'release' };
  return {
    ...facts,
    type: 'evidence',
    cause: (row['reason'] ?? row['causeWas'] ?? row['cause']) as Cause,
    diagnostic: row['diagnostic'] as string | undefined,
    ...(row['undated'] === true && { undated: true as const }),
  };
}

/** Whether an earlier version wrote the row: one row for each entry, without heads. */
export function isLegacyKey(sortKey: string): boolean {
  return sortKey > endOfPrefixes;
}

export function isHeadKey(sortKey: string): boolean {
  return sortKey.startsWith(addressPrefixes.all) || sortKey.startsWith(addressPrefixes.stream);
}
