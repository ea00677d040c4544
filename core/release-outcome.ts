import { type ActiveCause, foldSuppression, type SuppressionSettings } from './fold-suppression.ts';
import type { Release, SuppressionEntry } from './suppression.ts';

export type ReleaseOutcome = {
  readonly ended: readonly ActiveCause[];
  readonly stays: readonly ActiveCause[];
};

/** What a release changes, told by the fold itself: before it and after. */
export function outcomeOfRelease(
  entries: readonly SuppressionEntry[],
  release: Release,
  settings: SuppressionSettings,
): ReleaseOutcome {
  const before = foldSuppression(entries, settings).active;
  const stays = foldSuppression([...entries, release], settings).active;
  const isStaying = ({ cause, scope }: ActiveCause) =>
    stays.some((each) => each.cause === cause && each.scope === scope);
  return { ended: before.filter((each) => !isStaying(each)), stays };
}
