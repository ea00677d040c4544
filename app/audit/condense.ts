import type { Repairer } from '../ports/audit.ts';

/** Reports the progress of each stage. */
export type OnStage = (
  stage: 'messages' | 'addresses' | 'second look' | 'repair' | 'third look' | 'condense' | 'remove',
  total: number,
) => { advance(by?: number): void; end(): void };

const addressesAtOnce = 16;

export type RowCounts = { readonly addresses: number; readonly rows: number };
/** The number of rows of earlier versions, by address. */
export type EarlierRows = ReadonlyMap<string, number>;

export function uncondensed(earlier: EarlierRows): { readonly uncondensed?: RowCounts } {
  return earlier.size === 0 ? {} : { uncondensed: countsOf([...earlier.values()]) };
}

/**
 * Condenses rows of earlier versions in two steps. First all they say is written anew, then they are removed. Between the two it
 * waits: a question that has read the old state of one row must not meet the new state of another.
 */
export async function condenseAll(
  earlier: EarlierRows,
  repairer: Repairer,
  onStage: OnStage,
  untilSeen: () => Promise<void>,
): Promise<{ readonly condensed?: RowCounts; readonly uncondensed?: RowCounts }> {
  if (earlier.size === 0) return {};
  const isWritten = await forEach([...earlier.keys()], repairer.condense, onStage, 'condense');
  const written = [...isWritten].flatMap(([address, isDone]) => (isDone ? [address] : []));
  await untilSeen();
  const removed = await forEach(written, repairer.removeCondensed, onStage, 'remove');
  const counts = [...removed.values()].filter((rows) => rows > 0);
  const left = new Map([...earlier].filter(([address]) => !removed.get(address)));
  return { ...(counts.length > 0 && { condensed: countsOf(counts) }), ...uncondensed(left) };
}

/** Does something for several addresses at the same time. */
async function forEach<Result>(
  addresses: readonly string[],
  work: (address: string) => Promise<Result>,
  onStage: OnStage,
  name: 'condense' | 'remove',
): Promise<Map<string, Result>> {
  const stage = onStage(name, addresses.length);
  const results = new Map<string, Result>();
  for (let start = 0; start < addresses.length; start += addressesAtOnce) {
    const some = addresses.slice(start, start + addressesAtOnce);
    const done = await Promise.all(some.map(async (address) => [address, await work(address)] as const));
    for (const [address, result] of done) results.set(address, result);
    stage.advance(some.length);
  }
  stage.end();
  return results;
}

function countsOf(rows: readonly number[]): RowCounts {
  return { addresses: rows.length, rows: rows.reduce((sum, each) => sum + each, 0) };
}
