import type { Moment } from './moment.ts';
import {
  allScopes,
  type Cause,
  causes,
  type Evidence,
  type Release,
  type SuppressionEntry,
} from './suppression.ts';

export type SuppressionSettings = {
  /** Soft bounces of distinct messages within the window that suppress an address. */
  readonly softBounceCap: number;
  readonly softBounceWindowDays: number;
  /** The causes that suppress; evidence of the others is only history. */
  readonly causes: readonly Cause[];
};

export const usualSettings: SuppressionSettings = { softBounceCap: 5, softBounceWindowDays: 30, causes };

/** A reason, in force now, not to send: to the whole address, or to one scope of it. */
export type ActiveCause = {
  readonly cause: Cause;
  readonly scope: string;
  readonly since: Moment;
  /** What it rests on, oldest first; never empty. */
  readonly evidence: readonly Evidence[];
  readonly lastEvidence: Evidence;
};

export type Suppression = {
  /** Worst first; empty when mail may be sent. A cause of one scope holds for that scope only. */
  readonly active: readonly ActiveCause[];
  readonly history: readonly SuppressionEntry[];
};

/** What holds for an address is a function of the set of its entries: order and repetition cannot change it. */
export function foldSuppression(
  entries: readonly SuppressionEntry[],
  settings: SuppressionSettings,
): Suppression {
  const history = distinct(entries);
  const releases = history.filter((entry): entry is Release => entry.type === 'release');
  const standing = history
    .filter((entry): entry is Evidence => entry.type === 'evidence' && settings.causes.includes(entry.cause))
    .filter((evidence) => !releases.some((release) => covers(release, evidence)));
  const scopes = [...new Set(standing.map(({ scope }) => scope))].sort();
  const active = causes.flatMap((cause) =>
    scopes.flatMap((scope) => activeCause(cause, scope, standing, settings)),
  );
  return { active, history };
}

/** The worst cause not to send now, for mail of one stream or of none in particular; undefined when there is none. */
export function suppressedFor(suppression: Suppression, stream?: string): ActiveCause | undefined {
  return suppression.active.find(({ scope }) => scope === allScopes || scope === stream);
}

/** A release ends what happened until then, and nothing that happens afterwards, whenever we hear of either. */
export function covers(release: Release, evidence: Evidence): boolean {
  return (
    (release.scope === allScopes || release.scope === evidence.scope) &&
    release.occurredAt >= evidence.occurredAt
  );
}

function activeCause(
  cause: Cause,
  scope: string,
  standing: readonly Evidence[],
  settings: SuppressionSettings,
): ActiveCause[] {
  const mine = standing.filter((evidence) => evidence.cause === cause && evidence.scope === scope);
  const evidence = cause === 'soft_bounce' ? softBouncesPastCap(mine, settings) : mine;
  const [first, last] = [evidence[0], evidence.at(-1)];
  if (!first || !last) return [];
  // One piece of evidence is enough for every other cause.
  const since = (cause === 'soft_bounce' ? last : first).occurredAt;
  return [{ cause, scope, since, evidence, lastEvidence: last }];
}

/** The first soft bounces that reached the cap within one window, up to the one that did; empty when none did. */
function softBouncesPastCap(
  bounces: readonly Evidence[],
  { softBounceCap, softBounceWindowDays }: SuppressionSettings,
): Evidence[] {
  for (const [index, last] of bounces.entries()) {
    const opensAt = Date.parse(last.occurredAt) - softBounceWindowDays * 86_400_000;
    const inWindow = bounces
      .slice(0, index + 1)
      .filter(({ occurredAt }) => Date.parse(occurredAt) >= opensAt);
    // One message can bounce several times on its way; it is still one message that did not arrive.
    if (new Set(inWindow.map(({ messageId, id }) => messageId ?? id)).size >= softBounceCap) return inWindow;
  }
  return [];
}

/** Each entry once, oldest first; ties are broken by what the entries say, never by where they stood. */
function distinct(entries: readonly SuppressionEntry[]): SuppressionEntry[] {
  const byKey = new Map(entries.map((entry) => [orderOf(entry), entry]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

function orderOf({ occurredAt, scope, type, id }: SuppressionEntry): string {
  return JSON.stringify([occurredAt, scope, type, id]);
}
