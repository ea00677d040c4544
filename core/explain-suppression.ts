import { showMoment } from '../cli/ui/moments.ts';
import { covers, type Suppression, type SuppressionSettings } from './fold-suppression.ts';
import type { Evidence, Release, SuppressionEntry } from './suppression.ts';

/** What became of one entry of an address's history. */
export type EntryFate = {
  readonly fate: 'suppresses' | 'released' | 'does not suffice' | 'not in use' | 'ended' | 'ended nothing';
  readonly why: string;
};

export function fateOf(
  entry: SuppressionEntry,
  { active, history }: Suppression,
  settings: SuppressionSettings,
): EntryFate {
  return entry.type === 'release'
    ? fateOfRelease(entry, history)
    : fateOfEvidence(entry, { active, history }, settings);
}

function fateOfRelease(release: Release, history: readonly SuppressionEntry[]): EntryFate {
  const ended = history.filter((entry) => entry.type === 'evidence' && covers(release, entry));
  return ended.length === 0
    ? { fate: 'ended nothing', why: 'no evidence in its scope is older' }
    : { fate: 'ended', why: `what happened before: ${count(ended.length, 'piece')} of evidence` };
}

function fateOfEvidence(
  evidence: Evidence,
  { active, history }: Suppression,
  settings: SuppressionSettings,
): EntryFate {
  if (!settings.causes.includes(evidence.cause))
    return { fate: 'not in use', why: `this stack does not suppress for ${evidence.cause}` };
  const release = history.find(
    (entry): entry is Release => entry.type === 'release' && covers(entry, evidence),
  );
  if (release) {
    const who = release.by ? `by ${release.by}` : `by ${release.provider ?? 'a provider'}`;
    return { fate: 'released', why: `${who} on ${showMoment(release.occurredAt)}` };
  }
  const cause = active.find((each) => each.cause === evidence.cause && each.scope === evidence.scope);
  if (cause) return { fate: 'suppresses', why: `since ${showMoment(cause.since)}` };
  const { softBounceCap, softBounceWindowDays } = settings;
  return {
    fate: 'does not suffice',
    why: `${count(softBounceCap, 'message')} must bounce softly within ${count(softBounceWindowDays, 'day')}`,
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
