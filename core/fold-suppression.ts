import { type Moment, millisOf } from './moment.ts';
import {
  allScopes,
  type Cause,
  causes,
  type Evidence,
  type Release,
  type SuppressionEntry,
} from './suppression.ts';

export type SuppressionSettings = {
  /** Soft bounces within the window that suppress an address. Each message counts once. */
  readonly softBounceCap: number;
  readonly softBounceWindowDays: number;
  /** Causes that suppress an address. Evidence of other causes has no effect. */
  readonly causes: readonly Cause[];
};

export const defaultSettings: SuppressionSettings = { softBounceCap: 5, softBounceWindowDays: 30, causes };

/** An active reason not to send all mail, or mail of one scope, to an address. */
export type ActiveCause = {
  readonly cause: Cause;
  readonly scope: string;
  readonly since: Moment;
  /** The evidence behind it, oldest first; never empty. */
  readonly evidence: readonly Evidence[];
  readonly lastEvidence: Evidence;
};

export type Suppression = {
  /** Worst first; empty when mail may be sent. A cause applies only to mail of its scope. */
  readonly active: readonly ActiveCause[];
  readonly history: readonly SuppressionEntry[];
};

/** The state of an address depends only on the set of its entries: order and repetition do not change it. */
export function foldSuppression(
  entries: readonly SuppressionEntry[],
  settings: SuppressionSettings,
): Suppression {
  const history = distinct(entries);
  const releases = history.filter((entry): entry is Release => entry.type === 'release');
  const unreleased = history
    .filter((entry): entry is Evidence => entry.type === 'evidence' && settings.causes.includes(entry.cause))
    .filter((evidence) => !releases.some((release) => covers(release, evidence)));
  const scopes = [...new Set(unreleased.map(({ scope }) => scope))].sort();
  const active = causes.flatMap((cause) =>
    scopes.flatMap((scope) => activeCause(cause, scope, unreleased, settings)),
  );
  return { active, history };
}

/** The worst active cause for mail of the stream, or for mail without a stream; undefined when mail may be sent. */
export function suppressedFor(suppression: Suppression, stream?: string): ActiveCause | undefined {
  return suppression.active.find(({ scope }) => scope === allScopes || scope === stream);
}

/** A release ends what happened until then, and nothing that happens afterwards, in whatever order both arrive. */
export function covers(release: Release, evidence: Evidence): boolean {
  if (release.occurredAt < evidence.occurredAt) return false;
  if (release.by !== undefined) return release.scope === allScopes || release.scope === evidence.scope;
  // A provider's resubscribe says that someone subscribed again there. It says nothing about a complaint or a bounce, nor
  // about what another provider reported.
  return (
    evidence.cause === 'unsubscribe' &&
    release.provider === evidence.provider &&
    release.scope === evidence.scope
  );
}

function activeCause(
  cause: Cause,
  scope: string,
  unreleased: readonly Evidence[],
  settings: SuppressionSettings,
): ActiveCause[] {
  const matching = unreleased.filter((evidence) => evidence.cause === cause && evidence.scope === scope);
  const evidence = cause === 'soft_bounce' ? softBouncesPastCap(matching, settings) : matching;
  const [first, last] = [evidence[0], evidence.at(-1)];
  if (!first || !last) return [];
  // The last of several soft bounces suppresses. For any other cause, the first piece of evidence does.
  const since = (cause === 'soft_bounce' ? last : first).occurredAt;
  return [{ cause, scope, since, evidence, lastEvidence: last }];
}

/** The soft bounces of the first window that reached the cap, up to the one that reached it; empty when none did. */
function softBouncesPastCap(
  bounces: readonly Evidence[],
  { softBounceCap, softBounceWindowDays }: SuppressionSettings,
): Evidence[] {
  for (const [index, last] of bounces.entries()) {
    const opensAt = millisOf(last.occurredAt) - softBounceWindowDays * 86_400_000;
    const inWindow = bounces.slice(0, index + 1).filter(({ occurredAt }) => millisOf(occurredAt) >= opensAt);
    // One message can bounce several times and still counts once.
    if (new Set(inWindow.map(({ messageId, id }) => messageId ?? id)).size >= softBounceCap) return inWindow;
  }
  return [];
}

/** Each entry once, oldest first. Ties are broken by the content of the entries, never by their position. */
function distinct(entries: readonly SuppressionEntry[]): SuppressionEntry[] {
  const byKey = new Map(entries.map((entry) => [orderOf(entry), entry]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

function orderOf({ occurredAt, scope, type, id }: SuppressionEntry): string {
  return JSON.stringify([occurredAt, scope, type, id]);
}
