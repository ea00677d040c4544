import type { AuditedAddress, AuditedEntry, RowProblem } from '../app/ports/audit.ts';
import type { StoredEntry } from '../app/ports/store.ts';
import {
  firstOrderOf,
  type Head,
  headOf,
  headsOf,
  includesHead,
  mergeHeads,
  strandOf,
} from '../core/head.ts';
import { condensedDay } from '../core/soft-bounces.ts';
import { causes, type Evidence, type SuppressionEntry } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { isCondensable } from './condense.ts';
import { type AddressRowKey, headRowKey, legacyRowKey, logRowKey, softRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { placeOf } from './row-place.ts';
import type { Partition } from './scan-partitions.ts';
import { isHeadRow, readEntries, readHead } from './suppression-row.ts';

export function auditedAddress({ key, rows }: Partition, settings: SuppressionSettings): AuditedAddress {
  return {
    address: key,
    rows: rows.length,
    earlierRows: rows.filter(isCondensable).length,
    entries: [
      ...rows.flatMap(auditedEntries),
      ...staleHeads(rows, settings),
      ...unfoundedHeads(rows, settings),
    ],
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

/**
 * Heads that are later than all history of their strand, so that nobody can tell where they come from. Condensing keeps the
 * latest entry of each day; only of a forgotten address nothing but heads is kept, and those are of another kind.
 */
function unfoundedHeads(rows: readonly RowFields[], settings: SuppressionSettings): AuditedEntry[] {
  const history = mergeHeads([
    ...rows.filter((row) => row['kind'] === 'log').map(readHead),
    ...headsOf(
      rows
        .filter((row) => row['kind'] !== 'log')
        .flatMap(readEntries)
        .filter(isWhole),
      settings,
    ),
  ]);
  const latest = new Map(history.map((head) => [placeOf(headRowKey(head.latest)), head]));
  return rows.filter(isOwnHead).flatMap((row) => {
    const [place, head] = [placeOf(row), readHead(row)];
    const known = latest.get(place);
    if (known && firstOrderOf(head.latest) <= firstOrderOf(known.latest)) return [];
    const expected = known ? inWords(known) : 'no head without a history';
    return [{ place, entry: head.latest as StoredEntry, problem: { expected, found: inWords(head) } }];
  });
}

/** Whether the row is a head, and not what was kept of a forgotten address. */
function isOwnHead(row: RowFields): boolean {
  return row['kind'] === 'head';
}

function isWhole(entry: StoredEntry): boolean {
  return missingIn(entry).length === 0;
}

function missingIn(entry: StoredEntry): string[] {
  return (['scope', 'occurredAt', 'id'] as const).filter((name) => typeof entry[name] !== 'string');
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
export function entryInRow(
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

export function keysOfEntry(entry: SuppressionEntry): [AddressRowKey, AddressRowKey] {
  const isSoft = entry.type === 'evidence' && entry.cause === 'soft_bounce';
  return [isSoft ? softRowKey(entry) : logRowKey(entry), legacyRowKey(entry)];
}

export function placesOfEntry(entry: SuppressionEntry): [string, string] {
  const [own, legacy] = keysOfEntry(entry);
  return [placeOf(own), placeOf(legacy)];
}

function problemOfEntry(entry: StoredEntry, sortKey: string): RowProblem | undefined {
  const missing = missingIn(entry);
  if (missing.length > 0) return { expected: 'a row that can be read', found: `no ${missing.join(', no ')}` };
  if (entry.type === 'evidence' && !causes.includes(entry.cause))
    return { expected: 'a known cause', found: String(entry.cause) };
  const [own, legacy] = keysOfEntry(entry);
  if ([own.sortKey, legacy.sortKey].includes(sortKey)) return undefined;
  return { expected: `key ${own.sortKey}`, found: `key ${sortKey}` };
}
