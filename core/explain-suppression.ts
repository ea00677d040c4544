import { covers, type Suppression, type SuppressionSettings } from './fold-suppression.ts';
import type { EventId } from './ids.ts';
import type { Evidence, Release, SuppressionEntry } from './suppression.ts';

export const fates = [
  /** Evidence that keeps the address suppressed. */
  'suppresses',
  /** Evidence that a release ended. */
  'released',
  /** A soft bounce below the cap. */
  'not_enough',
  /** Evidence of a cause that this stack does not suppress for. */
  'switched_off',
  /** A release that ended evidence. */
  'ended',
  /** A release without earlier evidence that it could end. A provider's resubscribe ends only its own unsubscribes. */
  'ended_nothing',
] as const;

/** The effect of one entry of an address's history. */
export type EntryFate = {
  readonly fate: (typeof fates)[number];
  /** The release that ended this evidence. */
  readonly releasedBy?: EventId;
  /** Number of pieces of evidence that this release ended. */
  readonly evidenceEnded?: number;
};

export function explainEntry(
  entry: SuppressionEntry,
  suppression: Suppression,
  settings: SuppressionSettings,
): EntryFate {
  return entry.type === 'release'
    ? fateOfRelease(entry, suppression.history)
    : fateOfEvidence(entry, suppression, settings);
}

function fateOfRelease(release: Release, history: readonly SuppressionEntry[]): EntryFate {
  const ended = history.filter((entry) => entry.type === 'evidence' && covers(release, entry));
  return ended.length === 0 ? { fate: 'ended_nothing' } : { fate: 'ended', evidenceEnded: ended.length };
}

function fateOfEvidence(
  evidence: Evidence,
  { active, history }: Suppression,
  settings: SuppressionSettings,
): EntryFate {
  if (!settings.causes.includes(evidence.cause)) return { fate: 'switched_off' };
  const release = history.find((entry) => entry.type === 'release' && covers(entry, evidence));
  if (release) return { fate: 'released', releasedBy: release.id };
  const isActive = active.some(({ cause, scope }) => cause === evidence.cause && scope === evidence.scope);
  return { fate: isActive ? 'suppresses' : 'not_enough' };
}
