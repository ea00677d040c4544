import { type ActiveCause, foldHeads, type SuppressionSettings } from './fold-suppression.ts';
import { type Head, headOf } from './head.ts';
import type { Release } from './suppression.ts';

type ReleaseOutcome = {
  readonly ends: readonly ActiveCause[];
  readonly stays: readonly ActiveCause[];
};

/** What a release would change: the difference of the fold without it and with it. */
export function releaseOutcome(
  heads: readonly Head[],
  release: Release,
  settings: SuppressionSettings,
): ReleaseOutcome {
  const before = foldHeads(heads, settings);
  const stays = foldHeads([...heads, headOf(release)], settings);
  const staying = new Set(stays.map(nameOf));
  return { ends: before.filter((each) => !staying.has(nameOf(each))), stays };
}

function nameOf({ cause, scope }: ActiveCause): string {
  return JSON.stringify([cause, scope]);
}
