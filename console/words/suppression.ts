import type { Cause, CauseSummary, HistoryEntry, SuppressionState } from '../types.ts';
import { countOf, listOf, plain, shortName } from './text.ts';
import { momentText } from './time.ts';

/** The scope of entries that are about all mail. */
export const allMail = '*';

export function scopeText(scope: string): string {
  return scope === allMail ? 'all mail' : `mail of “${plain(scope)}”`;
}

const causePhrases: Readonly<Record<Cause, string>> = {
  complaint: 'a spam complaint',
  hard_bounce: 'a hard bounce',
  dropped: 'a message that the provider did not send',
  soft_bounce: 'repeated soft bounces',
  unsubscribe: 'an unsubscribe',
  manual: 'a decision by hand',
};

/** `a hard bounce`, `a spam complaint and an unsubscribe`. */
export function causesText(causes: readonly Cause[]): string {
  return listOf([...new Set(causes.map((cause) => causePhrases[cause]))]);
}

/** What became of an entry of the history. */
export function fateText(entry: HistoryEntry, history: readonly HistoryEntry[]): string {
  switch (entry.fate) {
    case 'suppresses':
      return `In force: it stops ${scopeText(entry.scope)}.`;
    case 'released': {
      const release = history.find(({ id }) => id === entry.releasedBy);
      if (!release) return 'Ended by a release.';
      return `Ended by ${plain(shortName(release.by ?? release.provider ?? 'a provider'))} on ${momentText(release.occurredAt, 'day')}.`;
    }
    case 'not_enough':
      return 'Not enough to stop mail: it takes several soft bounces.';
    case 'switched_off':
      return 'No effect: this cause is switched off here.';
    case 'ended':
      return entry.evidenceEnded
        ? `Ended ${countOf(entry.evidenceEnded, 'earlier entry', 'earlier entries')}.`
        : 'Ended older entries.';
    case 'ended_nothing':
      return entry.by === undefined
        ? 'Ended nothing: it ends only unsubscribes of its own provider and list.'
        : 'Ended nothing: there was nothing to end.';
  }
}

/** Who reported what would end. Several providers can hold an address for one cause, and a summary names the last of them. */
export function providersOf(
  ends: readonly CauseSummary[],
  history: readonly HistoryEntry[] = [],
): readonly string[] {
  const inForce = history.filter(
    ({ fate, cause, scope }) =>
      fate === 'suppresses' && ends.some((end) => end.cause === cause && end.scope === scope),
  );
  const reported = [...ends.map(({ lastEvidence }) => lastEvidence), ...inForce];
  return [...new Set(reported.flatMap(({ provider }) => provider ?? []))];
}

/** The list of suppressions has this order. */
export function latestEvidence(causes: SuppressionState['causes']): string {
  return causes.reduce(
    (latest, { lastEvidence: { occurredAt } }) => (occurredAt > latest ? occurredAt : latest),
    '',
  );
}
