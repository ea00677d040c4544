import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type {
  AuditedAddress,
  AuditedEntry,
  AuditedEvent,
  AuditedMessage,
  AuditReader,
  EventRef,
  RowProblem,
} from '../app/ports/audit.ts';
import type { StoredEntry } from '../app/ports/store.ts';
import { type Head, headOf, headsOf, includesHead, mergeHeads, strandOf } from '../core/head.ts';
import type { Address } from '../core/ids.ts';
import { condensedDay } from '../core/soft-bounces.ts';
import { causes, type Evidence, type SuppressionEntry } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { readRows } from './batch-get.ts';
import { isCondensable } from './condense.ts';
import { rowCount } from './describe-table.ts';
import { isOwnRow, readEventRow, redactionMark } from './event-row.ts';
import {
  type AddressRowKey,
  eventPrefix,
  eventRowKey,
  headRowKey,
  legacyRowKey,
  logRowKey,
  type MessageRowKey,
  secondEventRowKey,
  seenKey,
  softRowKey,
  statusPrefix,
} from './keys.ts';
import { unpackPayload } from './payload.ts';
import type { RowFields } from './row-fields.ts';
import { type Partition, type PartitionKey, scanPartitions } from './scan-partitions.ts';
import { readStatusRow } from './status-row.ts';
import { isHeadRow, readEntries, readHead } from './suppression-row.ts';

type Tables = { readonly messages: string; readonly addresses: string };

/** Reads rows for the audit, and reports what is wrong with a single row. */
export function auditReader(
  client: DynamoDBDocumentClient,
  tables: Tables,
  settings: SuppressionSettings,
): AuditReader {
  return {
    rowCount: (of) => rowCount(client, tables[of]),
    messages: (sample) => mapped(messagesIn(client, tables.messages, sample), auditedMessage),
    message: async (id) => auditedMessage(await readPartition(client, tables.messages, 'messageId', id)),
    addresses: () =>
      mapped(scanPartitions(client, tables.addresses, 'address'), (partition) =>
        auditedAddress(partition, settings),
      ),
    address: async (address) =>
      auditedAddress(await readPartition(client, tables.addresses, 'address', address), settings),
    placesOfEntry,
    placeOfEvent,
    async findEntries(entries) {
      const rows = await findRows(client, tables.addresses, entries.flatMap(keysOfEntry));
      const byPlace = new Map<string, RowFields>(rows.map((row) => [placeOf(row), row]));
      return entries.map((entry) => {
        const stored = placesOfEntry(entry).map((place) => byPlace.get(place));
        return stored.map((row) => row && entryInRow(entry, row, settings)).find(Boolean);
      });
    },
    async findEvents(events) {
      const rows = await findRows(client, tables.messages, events.flatMap(eventRowKeys));
      const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
      return new Map(
        events.flatMap((event) => {
          const row = rowOfEvent(event, byPlace);
          return row ? [[placeOfEvent(event), auditedEvent(row)] as const] : [];
        }),
      );
    },
  };
}

function auditedMessage({ key, rows }: Partition): AuditedMessage {
  const isA = (prefix: string) => (row: RowFields) => String(row['sortKey']).startsWith(prefix);
  return {
    messageId: key,
    rows: rows.length,
    events: rows.filter(isA(eventPrefix)).map(auditedEvent),
    statuses: rows.filter(isA(statusPrefix)).map((row) => {
      const recipient = String(row['sortKey']).slice(statusPrefix.length) as Address;
      const problem = {
        expected: `recipient ${recipient}`,
        found: `recipient ${String(row['recipient'])}`,
      };
      const isSame = row['recipient'] === recipient;
      const { firstSeenAt, expiresAt } = row;
      return {
        recipient,
        seen: row,
        status: readStatusRow(row),
        firstSeenAt,
        expiresAt,
        ...(!isSame && { problem }),
      };
    }),
  };
}

export function auditedEvent(row: RowFields): AuditedEvent {
  const at = { place: placeOf(row), seen: row };
  const expected = 'a row that can be read';
  try {
    const event = readEventRow(row);
    const missing = (['type', 'provider', 'receivedAt', 'storedAt'] as const).filter((name) => !event[name]);
    if (missing.length > 0) return { ...at, problem: { expected, found: `no ${missing.join(', no ')}` } };
    const isRedacted = row[redactionMark] !== undefined;
    return { ...at, event, payload: unpackPayload(row), isRedacted, expiresAt: row['expiresAt'] };
  } catch (error) {
    return { ...at, problem: { expected, found: error instanceof Error ? error.message : String(error) } };
  }
}

function auditedAddress({ key, rows }: Partition, settings: SuppressionSettings): AuditedAddress {
  return {
    address: key,
    rows: rows.length,
    earlierRows: rows.filter(isCondensable).length,
    entries: [...rows.flatMap(auditedEntries), ...staleHeads(rows, settings)],
  };
}

/** Heads that are missing, or do not include the history beside them. Questions read heads alone. */
function staleHeads(rows: readonly RowFields[], settings: SuppressionSettings): AuditedEntry[] {
  const stored = new Map(rows.filter(isHeadRow).map((row) => [placeOf(row), row]));
  const required = mergeHeads([
    ...rows.filter((row) => row['kind'] === 'log').map(readHead),
    ...headsOf(rows.filter((row) => row['kind'] === 'soft').flatMap(readEntries), settings),
  ]);
  return required.flatMap((head) => {
    const { latest } = head;
    if (latest.type === 'evidence' && !causes.includes(latest.cause)) return [];
    const place = placeOf(headRowKey(latest));
    const row = stored.get(place);
    if (row && includesHead(readHead(row), head)) return [];
    const problem = { expected: inWords(head), found: row ? inWords(readHead(row)) : 'no row' };
    return [{ place, entry: latest as StoredEntry, problem, head }];
  });
}

function inWords({ latest, first, run }: Head): string {
  const [strand] = strandOf(latest);
  const reached = run ? `, cap reached from ${run.lastStart}` : '';
  return `${strand} at ${latest.occurredAt} by event ${latest.id}, first at ${first.occurredAt}${reached}`;
}

/** Heads repeat the history, so they have no entries of their own. */
export function auditedEntries(row: RowFields): AuditedEntry[] {
  return readEntries(row).map((entry) => {
    const problem = problemOfEntry(entry, String(row['sortKey']));
    return { place: placeOf(row), entry, ...(problem && { problem }) };
  });
}

/** The stored entry, or the required one itself if the row stands for it; undefined when the row does not contain it. */
function entryInRow(
  entry: SuppressionEntry,
  row: RowFields,
  { softBounceCap }: SuppressionSettings,
): AuditedEntry | undefined {
  const entries = auditedEntries(row);
  const same = entries.find(
    (each) => each.entry.id === entry.id && each.entry.occurredAt === entry.occurredAt,
  );
  if (same) return withDiagnosticOf(entry, same);
  const recordedAt = String(row['recordedAt']);
  const condensed = { place: placeOf(row), entry: { ...entry, recordedAt } };
  if (row['kind'] === 'log') return includesHead(readHead(row), headOf(entry)) ? condensed : undefined;
  const bounces = entries.map((each) => each.entry as Evidence);
  const joined = condensedDay([...bounces, entry as Evidence], softBounceCap);
  return row['kind'] === 'soft' && !joined.includes(entry as Evidence) ? condensed : undefined;
}

/** A row may keep only the beginning of a diagnostic. */
function withDiagnosticOf(entry: SuppressionEntry, stored: AuditedEntry): AuditedEntry {
  const [whole, kept] = [entry, stored.entry].map((each) =>
    each.type === 'evidence' ? each.diagnostic : undefined,
  );
  const isBeginning = whole !== undefined && kept !== undefined && whole.startsWith(kept);
  return isBeginning ? { ...stored, entry: { ...stored.entry, diagnostic: whole } as StoredEntry } : stored;
}

function keysOfEntry(entry: SuppressionEntry): [AddressRowKey, AddressRowKey] {
  const isSoft = entry.type === 'evidence' && entry.cause === 'soft_bounce';
  return [isSoft ? softRowKey(entry) : logRowKey(entry), legacyRowKey(entry)];
}

function placesOfEntry(entry: SuppressionEntry): [string, string] {
  const [own, legacy] = keysOfEntry(entry);
  return [placeOf(own), placeOf(legacy)];
}

function problemOfEntry(entry: StoredEntry, sortKey: string): RowProblem | undefined {
  const missing = (['scope', 'occurredAt', 'id'] as const).filter((name) => typeof entry[name] !== 'string');
  if (missing.length > 0) return { expected: 'a row that can be read', found: `no ${missing.join(', no ')}` };
  if (entry.type === 'evidence' && !causes.includes(entry.cause))
    return { expected: 'a known cause', found: String(entry.cause) };
  const [own, legacy] = keysOfEntry(entry);
  if ([own.sortKey, legacy.sortKey].includes(sortKey)) return undefined;
  return { expected: `key ${own.sortKey}`, found: `key ${sortKey}` };
}

/** The key of a row as a string, for either table. */
function placeOf(row: object): string {
  const { address, messageId, sortKey } = row as RowFields;
  return `${address ?? messageId} ${sortKey}`;
}

function placeOfEvent(event: EventRef): string {
  return `${placeOf({ ...eventRowKey(event) })} ${event.provider ?? ''}`;
}

/** The row of an event is under its usual key, unless an event of another provider with the same id was there first. */
function rowOfEvent(event: EventRef, rows: ReadonlyMap<string, RowFields>): RowFields | undefined {
  return eventRowKeys(event)
    .map((key) => rows.get(placeOf({ ...key })))
    .find((row) => row !== undefined && isOwnRow(row, event));
}

function eventRowKeys({ provider = '', ...event }: EventRef): MessageRowKey[] {
  return [eventRowKey(event), secondEventRowKey({ ...event, provider })];
}

async function findRows(
  client: DynamoDBDocumentClient,
  table: string,
  keys: Parameters<typeof readRows>[1]['keys'],
): Promise<RowFields[]> {
  const found = await readRows(client, { table, keys });
  return [...found.values()].filter((row) => row !== undefined);
}

/** All messages of a table, or `sample` of them from a random start. */
async function* messagesIn(
  client: DynamoDBDocumentClient,
  table: string,
  sample: number | undefined,
): AsyncGenerator<Partition> {
  if (sample === undefined) {
    yield* scanMessages(client, table);
    return;
  }
  const seen = new Set<string>();
  // From a random start to the end, then from the beginning. A scan returns keys in the order of their hashes.
  for (const start of [randomUUID(), undefined]) {
    for await (const partition of scanMessages(client, table, start)) {
      if (seen.size === sample) return;
      if (seen.has(partition.key)) break;
      seen.add(partition.key);
      yield partition;
    }
  }
}

async function* scanMessages(
  client: DynamoDBDocumentClient,
  table: string,
  startAfter?: string,
): AsyncGenerator<Partition> {
  for await (const partition of scanPartitions(client, table, 'messageId', startAfter))
    if (partition.key !== seenKey) yield partition;
}

/** One partition, by a consistent read. */
async function readPartition(
  client: DynamoDBDocumentClient,
  table: string,
  partitionKey: PartitionKey,
  key: string,
): Promise<Partition> {
  const query = {
    TableName: table,
    KeyConditionExpression: '#key = :key',
    ExpressionAttributeNames: { '#key': partitionKey },
    ExpressionAttributeValues: { ':key': key },
    ConsistentRead: true,
  };
  const rows: RowFields[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) rows.push(...Items);
  return { key, rows };
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
