import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import { headsOf, includesHead } from '../core/head.ts';
import type { Address } from '../core/ids.ts';
import { causes, type Evidence } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { isForgotten } from './forgotten.ts';
import { inFlight } from './in-flight.ts';
import { joinHeadRow } from './join-head-row.ts';
import { headRowKey, legacyRowKey, rowName } from './keys.ts';
import { putWhile, RowGone } from './put-while.ts';
import { readAddressRows } from './read-address.ts';
import { removeUnchanged } from './remove-unchanged.ts';
import type { RowFields } from './row-fields.ts';
import { joinDay, withDay } from './soft-bounces.ts';
import { isLegacyKey, readEntries, readHead } from './suppression-row.ts';
import { joinRows, nameOfRow, type SuppressionRow, suppressionRows } from './suppression-rows.ts';

export type CondensingSource = {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly settings: SuppressionSettings;
};

const removalsInFlight = 16;

/**
 * Writes what rows of earlier versions say into heads and rows of a day. Changes no answer: the old rows are still there, and
 * joining what is there already changes nothing. Returns false when the address is being forgotten at the same time.
 */
export async function writeCondensed(source: CondensingSource, address: Address): Promise<boolean> {
  const { client, table, settings } = source;
  const rows = await readAddressRows(client, table, address);
  for (const { row, from } of condensed(rows, settings)) {
    // Only while the old row exists: what `forget` has removed must not come back.
    const put = putWhile(client, table, legacyRowKey(from));
    const now = new Date(from.recordedAt);
    try {
      if (row.part === 'soft') await joinDay({ client, table }, row, settings, now, put);
      else await joinHeadRow({ client, table }, row, put);
    } catch (error) {
      if (error instanceof RowGone) return false;
      throw error;
    }
  }
  return true;
}

/**
 * Removes the rows of earlier versions, if heads and rows of a day say all that they say. Removes exactly the rows that were read.
 * Returns how many.
 */
export async function removeCondensed(source: CondensingSource, address: Address): Promise<number> {
  const { client, table, settings } = source;
  const rows = await readAddressRows(client, table, address);
  const stored = new Map(rows.map((row) => [rowName(row), row]));
  const isStored = ({ row }: Condensed) => isIncluded(row, stored.get(nameOfRow(row)), settings);
  if (!condensed(rows, settings).every(isStored)) return 0;
  let removed = 0;
  await inFlight(rows.filter(isCondensable), removalsInFlight, async (row) => {
    if (await removeUnchanged(client, table, row)) removed += 1;
  });
  return removed;
}

/** Whether an earlier version wrote the row, and this one can write what it says. */
export function isCondensable(row: RowFields): boolean {
  const sortKey = String(row['sortKey']);
  if (!isLegacyKey(sortKey) || isForgotten(String(row['address']))) return false;
  if (row['kind'] !== 'evidence' && row['kind'] !== 'release') return false;
  const [entry] = readEntries(row);
  if (!entry || [entry.scope, entry.occurredAt, entry.id].some((part) => typeof part !== 'string'))
    return false;
  if (entry.type === 'evidence' && !causes.includes(entry.cause)) return false;
  return typeof entry.recordedAt === 'string' && legacyRowKey(entry).sortKey === sortKey;
}

/** A row to write, and an old row that it comes from: the latest one. */
type Condensed = { readonly row: SuppressionRow; readonly from: StoredEntry };

function condensed(rows: readonly RowFields[], settings: SuppressionSettings): Condensed[] {
  const old = rows.filter(isCondensable).flatMap(readEntries);
  const joined = new Map<string, SuppressionRow>();
  for (const row of old.flatMap(suppressionRows))
    joined.set(nameOfRow(row), joinRows(joined.get(nameOfRow(row)), row));
  const oldBounces = old.filter(isSoftBounce);
  // Whether a window is full depends on the bounces of both versions.
  const bounces = [...oldBounces, ...rows.filter(({ kind }) => kind === 'soft').flatMap(readEntries)];
  const softHeads = headsOf(bounces, settings)
    .filter(({ latest: { scope } }) => oldBounces.some((bounce) => bounce.scope === scope))
    .map((head) => ({ part: 'head', key: headRowKey(head.latest), head }) as const);
  const latestOf = (row: SuppressionRow): StoredEntry => {
    const entry = row.part === 'soft' ? row.bounces.at(-1) : row.head.latest;
    const own = old.find((each) => each === entry);
    // The latest bounce of a head may be in a row of this version.
    return own ?? (oldBounces.find(({ scope }) => scope === entry?.scope) as StoredEntry);
  };
  return [...joined.values(), ...softHeads].map((row) => ({ row, from: latestOf(row) }));
}

function isSoftBounce(entry: StoredEntry): entry is StoredEntry & Evidence {
  return entry.type === 'evidence' && entry.cause === 'soft_bounce';
}

function isIncluded(
  row: SuppressionRow,
  stored: RowFields | undefined,
  settings: SuppressionSettings,
): boolean {
  if (!stored) return false;
  if (row.part !== 'soft') return includesHead(readHead(stored), row.head);
  const bounces = readEntries(stored) as Evidence[];
  return withDay(bounces, row.bounces, settings) === undefined;
}
