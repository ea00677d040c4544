import type { QueryResult } from '../app/ports/analytics.ts';

/** How Athena and DuckDB say that a file no longer exists. */
const fileIsGone = /NoSuchKey|specified key does not exist|HIVE_CANNOT_OPEN_SPLIT|No such file/i;

/**
 * Asks again when a file was deleted between the list of files and its reading. Its rows had been merged into another file an
 * hour before, so the second list has them.
 */
export async function askAgainIfFileIsGone(ask: () => Promise<QueryResult>): Promise<QueryResult> {
  const first = await ask();
  return first.type === 'failed' && fileIsGone.test(first.reason) ? ask() : first;
}
