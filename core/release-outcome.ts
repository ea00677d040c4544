import { type ActiveCause, foldSuppression, type SuppressionSettings } from './fold-suppression.ts';
import type { Release, SuppressionEntry } from './suppression.ts';

type ReleaseOutcome = {
  readonly ends: readonly ActiveCause[];
  readonly stays: readonly ActiveCause[];
};

/** What a release would change: the difference of the fold without it and with it. */
export function releaseOutcome(
  entries: readonly SuppressionEntry[],
  release: Release,
  settings: SuppressionSettings,
): ReleaseOutcome {
  const before = foldSuppression(entries, settings).active;
  const stays = foldSuppression([...entries, release], settings).active;
  const isStaying = ({ cause, scope }: ActiveCause) =>
    stays.some((each) => each.cause === cause && each.scope === scope);
  return { ends: before.filter((each) => !isStaying(each)), stays };
}
