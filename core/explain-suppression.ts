import { type ActiveCause, concerns, covers, type SuppressionSettings } from './fold-suppression.ts';
import type { Head } from './head.ts';
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
  /** Number of entries on this page of the history that this release ended. */
  readonly evidenceEnded?: number;
};

/** What an explanation needs to know: the state, the heads behind it, and the entries to explain. */
export type Explained = {
  readonly active: readonly ActiveCause[];
  readonly heads: readonly Head[];
  /** One page of the history. */
  readonly history: readonly SuppressionEntry[];
};

export function explainEntry(
  entry: SuppressionEntry,
  explained: Explained,
  settings: SuppressionSettings,
): EntryFate {
  return entry.type === 'release'
    ? fateOfRelease(entry, explained)
    : fateOfEvidence(entry, explained, settings);
}

function fateOfRelease(release: Release, { heads, history }: Explained): EntryFate {
  // The first evidence of a head may be on an older page, or have been condensed.
  const endedAny = heads.some(
    ({ latest, first }) =>
      latest.type === 'evidence' && concerns(release, latest) && first.occurredAt <= release.occurredAt,
  );
  if (!endedAny) return { fate: 'ended_nothing' };
  const ended = history.filter((entry) => entry.type === 'evidence' && covers(release, entry));
  return { fate: 'ended', evidenceEnded: ended.length };
}

function fateOfEvidence(
  evidence: Evidence,
  { active, heads, history }: Explained,
  settings: SuppressionSettings,
): EntryFate {
  if (!settings.causes.includes(evidence.cause)) return { fate: 'switched_off' };
  const release = [...history, ...heads.map(({ latest }) => latest)].find(
    (entry) => entry.type === 'release' && covers(entry, evidence),
  );
  if (release) return { fate: 'released', releasedBy: release.id };
  const isActive = active.some(({ cause, scope }) => cause === evidence.cause && scope === evidence.scope);
  return { fate: isActive ? 'suppresses' : 'not_enough' };
}
