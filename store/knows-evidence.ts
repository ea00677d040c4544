import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { distinct } from '../core/fold-suppression.ts';
import { headOf, includesHead } from '../core/head.ts';
import { condensedDay } from '../core/soft-bounces.ts';
import type { Evidence } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { type Found, readRows } from './batch-get.ts';
import { inFlight } from './in-flight.ts';
import { headRowKey, rowName } from './keys.ts';
import { readHistoryPage } from './read-history.ts';
import { sameBounces } from './soft-bounces.ts';
import { readEntries, readHead } from './suppression-row.ts';
import { type SuppressionRow, suppressionRows } from './suppression-rows.ts';

type Source = {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly settings: SuppressionSettings;
};

/** Rows of a history to search for undated evidence. */
const rowsSearched = 200;
const searchesInFlight = 16;

/** For each piece of evidence, whether it is stored, with all that follows from it. */
export async function knowsEvidence(source: Source, evidence: readonly Evidence[]): Promise<boolean[]> {
  const heads = await readRows(source.client, { table: source.table, keys: evidence.map(headRowKey) });
  // Heads are written last. Without one, the rest need not be looked for.
  const begun = evidence.filter((each) => !each.undated && heads.get(rowName(headRowKey(each))));
  const keys = begun.flatMap((each) => suppressionRows(each).map(({ key }) => key));
  const rest = await readRows(source.client, { table: source.table, keys });
  const found = new Map([...heads, ...rest]);
  const known = evidence.map((each) => (each.undated ? 'maybe' : includesAll(each, found, source.settings)));
  await inFlight(evidence.entries(), searchesInFlight, async ([index, each]) => {
    if (known[index] === 'maybe') known[index] = await knowsUndated(source, each, found);
  });
  return known.map((each) => each === true);
}

function includesAll(evidence: Evidence, found: Found, settings: SuppressionSettings): boolean {
  const head = found.get(rowName(headRowKey(evidence)));
  if (!head || !includesHead(readHead(head), headOf(evidence))) return false;
  return suppressionRows(evidence).every((row) => includesRow(row, found, settings));
}

function includesRow(row: SuppressionRow, found: Found, { softBounceCap }: SuppressionSettings): boolean {
  const stored = found.get(rowName(row.key));
  if (!stored) return false;
  if (row.part !== 'soft') return includesHead(readHead(stored), row.head);
  // A day keeps only as many bounces as can matter.
  const bounces = readEntries(stored) as Evidence[];
  return sameBounces(condensedDay(distinct([...bounces, ...row.bounces]), softBounceCap), bounces);
}

/**
 * Undated evidence has the time of its first import, so only the head has a key that is the same for each import. Looks at the
 * head and, if that is of other evidence, at the newest part of the history.
 */
async function knowsUndated(source: Source, evidence: Evidence, found: Found): Promise<boolean> {
  const row = found.get(rowName(headRowKey(evidence)));
  if (!row) return false;
  const { latest, first } = readHead(row);
  if (latest.id === evidence.id || first.id === evidence.id) return true;
  const keys = { own: [evidence.address], kept: [] };
  const { entries } = await readHistoryPage(source, keys, { limit: rowsSearched });
  return entries.some(({ id }) => id === evidence.id);
}
