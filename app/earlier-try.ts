import { distinct } from '../core/fold-suppression.ts';
import type { EventId } from '../core/ids.ts';
import type { SuppressionEntry } from '../core/suppression.ts';
import { type AskedAddress, headsUnder } from './address-history.ts';
import { limits } from './given.ts';
import type { SuppressionLog } from './ports/store.ts';

type EarlierTry<Entry> = {
  readonly entry: Entry;
  /** The newest entries that had happened by then, without it. */
  readonly before: readonly SuppressionEntry[];
};

/**
 * What an earlier try of the same request recorded. Callers repeat a request when they get no answer to it; if the repeat
 * records the same entry with the same time, it changes nothing, or completes what was half written. Looks at the heads and
 * the newest page of the history: a repeat follows within seconds.
 */
export async function earlierTry<Entry extends SuppressionEntry>(
  requestId: EventId | undefined,
  asked: AskedAddress,
  isSameAct: (entry: SuppressionEntry) => entry is Entry,
  log: SuppressionLog,
): Promise<EarlierTry<Entry> | undefined> {
  if (requestId === undefined) return undefined;
  const [{ heads }, { entries }] = await Promise.all([
    headsUnder(asked, {}, log),
    log.historyOf(asked.keys, { limit: limits.pageSize }),
  ]);
  const history: readonly SuppressionEntry[] = distinct(entries);
  const entry = [...history, ...heads.map(({ latest }) => latest)]
    .filter(isSameAct)
    .find(({ id }) => id === requestId);
  if (!entry) return undefined;
  const before = history.filter(({ id, occurredAt }) => id !== requestId && occurredAt <= entry.occurredAt);
  return { entry, before };
}
