import type { Repair, Repairer } from '../ports/audit.ts';
import type { Difference, Finding } from './difference.ts';

/** A difference that was mended, and how. */
export type Repaired = Difference & { readonly did: string };
/** A difference that is still there, and why it was not mended. */
export type Unrepaired = Difference & { readonly hindrance: string };

type Attempt = { readonly finding: Finding; readonly changed: boolean };

/** Does the repairs of all findings, each once. */
export async function repairAll(
  findings: readonly Finding[],
  repairer: Repairer,
  onFinding: () => void,
): Promise<Attempt[]> {
  const done = new Map<Repair, boolean>();
  for (const { repair } of findings) {
    if (repair && !done.has(repair)) done.set(repair, await repairer.repair(repair));
    onFinding();
  }
  return findings.map((finding) => ({
    finding,
    changed: Boolean(finding.repair && done.get(finding.repair)),
  }));
}

/** Tells what was mended by what another look still finds. */
export function sortAttempts(
  attempts: readonly Attempt[],
  remaining: readonly Finding[],
): { readonly repaired: Repaired[]; readonly differences: Unrepaired[] } {
  const isRemaining = (difference: Difference) =>
    remaining.some(({ what, where, found }) => {
      return what === difference.what && where === difference.where && found === difference.found;
    });
  const repaired = attempts.filter(({ finding }) => !isRemaining(finding));
  return {
    repaired: repaired.map(({ finding, changed }) => ({
      ...differenceIn(finding),
      did: changed ? inWords(finding.repair) : 'agrees by now: another row was mended or written',
    })),
    differences: remaining.map((finding) => ({
      ...differenceIn(finding),
      hindrance: finding.hindrance ?? 'the row changed in the meantime; run the audit again',
    })),
  };
}

export function differenceIn({ what, where, expected, found }: Finding): Difference {
  return { what, where, expected, found };
}

function inWords(repair: Repair | undefined): string {
  switch (repair?.type) {
    case 'event':
      return repair.event ? 'wrote the row again from its payload' : `set expiresAt to ${repair.expiresAt}`;
    case 'status':
      return repair.seen ? 'wrote the status again from its events' : 'added the status of its events';
    case 'entry':
      return repair.isCopy ? `added a copy under ${repair.entry.address}` : 'added the entry of its event';
    case 'head':
      return 'wrote the summary again from the history';
    default:
      return 'nothing';
  }
}
