import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SuppressionEntry } from '../core/suppression.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { raiseRow } from './raise-row.ts';
import { addSoftBounces } from './soft-bounces.ts';
import { isHistory, type SuppressionRow, suppressionRows } from './suppression-rows.ts';

/** Writes one row of an address's history or one head. */
export function writeSuppressionRow(
  client: DynamoDBDocumentClient,
  table: string,
  row: SuppressionRow,
  settings: SuppressionSettings,
  now: Date,
): Promise<{ readonly repeated: boolean }> {
  return row.part === 'soft'
    ? addSoftBounces({ client, table }, row, settings, now)
    : raiseRow(client, table, row, now);
}

/** Adds an entry to the history of its address. Returns whether it was new. */
export async function recordSuppression(
  client: DynamoDBDocumentClient,
  table: string,
  entry: SuppressionEntry,
  settings: SuppressionSettings,
  now: Date,
): Promise<boolean> {
  const rows = suppressionRows(entry);
  const writes = rows.map((row) => writeSuppressionRow(client, table, row, settings, now));
  // If one of them fails, the caller tries again, and must find what the other one wrote.
  await Promise.allSettled(writes);
  const written = await Promise.all(writes);
  return rows.some((row, index) => isHistory(row) && !written[index]?.repeated);
}
