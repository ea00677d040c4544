import { type ActiveCause, covers, foldSuppression } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { SuppressionEntry } from '../core/suppression.ts';
import type { SuppressionLog } from './ports/store.ts';
import { lineOf, type SuppressionLine } from './suppression-line.ts';

/** Yields one line for each piece of evidence of every active cause, without holding the whole list in memory. */
export async function* exportSuppressions(
  log: SuppressionLog,
  onRead: (rows: number) => void,
): AsyncGenerator<SuppressionLine> {
  for await (const { active, history } of suppressedAddresses(log, onRead)) {
    const releases = history.filter((entry) => entry.type === 'release');
    for (const { cause, scope } of active)
      for (const entry of history) {
        const isOfCause = entry.type === 'evidence' && entry.cause === cause && entry.scope === scope;
        if (isOfCause && !releases.some((release) => covers(release, entry))) yield lineOf(entry);
      }
  }
}

export type SuppressedAddress = {
  readonly address: Address;
  /** Worst first, and never empty. */
  readonly active: readonly ActiveCause[];
  readonly history: readonly SuppressionEntry[];
};

/** All suppressed addresses, one at a time, in no order. Forgotten ones are not among them. */
export async function* suppressedAddresses(
  log: SuppressionLog,
  onRead: (rows: number) => void,
): AsyncGenerator<SuppressedAddress> {
  for await (const entries of log.allHistories(onRead)) {
    const { active, history } = foldSuppression(entries, log.settings);
    const [first] = history;
    if (first && active.length > 0) yield { address: first.address, active, history };
  }
}
