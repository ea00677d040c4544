import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { Head } from '../core/head.ts';
import { type Address, toEventId } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import { releaseOutcome } from '../core/release-outcome.ts';
import { type CauseSummary, summariesOf } from './suppression-state.ts';

/** What a release by a person would change. */
export type ReleasePreview = {
  readonly scope: string;
  readonly ends: readonly CauseSummary[];
  readonly stays: readonly CauseSummary[];
  /** Whether the release would end a spam complaint, which must be acknowledged. */
  readonly needsAcknowledgement: boolean;
};

export function previewRelease(
  {
    address,
    scope,
    occurredAt,
  }: { readonly address: Address; readonly scope: string; readonly occurredAt: Moment },
  heads: readonly Head[],
  settings: SuppressionSettings,
): ReleasePreview {
  const id = toEventId('preview');
  const { ends, stays } = releaseOutcome(
    heads,
    // Any name: it marks the release of a person, which ends every cause.
    { type: 'release', address, scope, occurredAt, id, by: 'preview' },
    settings,
  );
  return {
    scope,
    ends: summariesOf(ends),
    stays: summariesOf(stays),
    needsAcknowledgement: ends.some(({ cause }) => cause === 'complaint'),
  };
}
