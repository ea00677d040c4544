import { type Head, headsOf, mergeHeads, orderOf } from './head.ts';
import type { Moment } from './moment.ts';
import {
  allScopes,
  type Cause,
  causes,
  type Evidence,
  type Release,
  type SuppressionEntry,
} from './suppression.ts';
import type { SuppressionSettings } from './suppression-settings.ts';

export { defaultSettings, type SuppressionSettings } from './suppression-settings.ts';

/** An active reason not to send all mail, or mail of one scope, to an address. */
export type ActiveCause = {
  readonly cause: Cause;
  readonly scope: string;
  /** The first evidence, if no release came after it. Else the latest: what lies between is not known. */
  readonly since: Moment;
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
  return { active: foldHeads(headsOf(entries, settings), settings), history: distinct(entries) };
}

/** The same active causes as from the whole history, whose heads these are. */
export function foldHeads(heads: readonly Head[], settings: SuppressionSettings): ActiveCause[] {
  const merged = mergeHeads(heads);
  const releasedAt = releaseTimes(merged);
  const active = new Map<string, ActiveCause>();
  for (const head of merged) {
    const { latest } = head;
    if (latest.type === 'release' || !settings.causes.includes(latest.cause)) continue;
    const since = activeSince(head, releasedAt(latest));
    if (since === undefined) continue;
    // Unsubscribes have a head for each provider, and are one cause.
    const name = JSON.stringify([latest.cause, latest.scope]);
    active.set(
      name,
      joined(active.get(name), { cause: latest.cause, scope: latest.scope, since, lastEvidence: latest }),
    );
  }
  return [...active.values()].sort(worstFirst);
}

/** The worst active cause for mail of the stream, or for mail without a stream; undefined when mail may be sent. */
export function suppressedFor(
  { active }: Pick<Suppression, 'active'>,
  stream?: string,
): ActiveCause | undefined {
  return active.find(({ scope }) => scope === allScopes || scope === stream);
}

/** A release ends what happened until then, and nothing that happens afterwards, in whatever order both arrive. */
export function covers(release: Release, evidence: Evidence): boolean {
  return release.occurredAt >= evidence.occurredAt && concerns(release, evidence);
}

/** Whether a release ends evidence of this kind, if that happened before. */
export function concerns(release: Release, evidence: Evidence): boolean {
  if (release.by !== undefined) return release.scope === allScopes || release.scope === evidence.scope;
  // A provider's resubscribe says that someone subscribed again there. It says nothing about a complaint or a bounce, nor
  // about what another provider reported.
  return (
    evidence.cause === 'unsubscribe' &&
    release.provider === evidence.provider &&
    release.scope === evidence.scope
  );
}

/** For evidence, the time of the latest release that ends evidence of its kind. */
function releaseTimes(heads: readonly Head[]): (evidence: Evidence) => Moment | undefined {
  const byScope = new Map<string, Release[]>();
  for (const { latest } of heads)
    if (latest.type === 'release') byScope.set(latest.scope, [...(byScope.get(latest.scope) ?? []), latest]);
  return (evidence) =>
    [allScopes, evidence.scope]
      .flatMap((scope) => byScope.get(scope) ?? [])
      .filter((release) => concerns(release, evidence))
      .map(({ occurredAt }) => occurredAt)
      .sort()
      .at(-1);
}

/** Undefined when a release ended it, or when soft bounces have not reached the cap since then. */
function activeSince({ latest, first, run }: Head, releasedAt: Moment | undefined): Moment | undefined {
  const isSoft = latest.type === 'evidence' && latest.cause === 'soft_bounce';
  const decisive = isSoft ? run?.lastStart : latest.occurredAt;
  if (decisive === undefined || !isAfter(decisive, releasedAt)) return undefined;
  if (!isAfter(first.occurredAt, releasedAt)) return decisive;
  return run?.firstReach ?? first.occurredAt;
}

/** A release ends what happened at the same instant, too. */
function isAfter(moment: Moment, release: Moment | undefined): boolean {
  return release === undefined || moment > release;
}

function joined(one: ActiveCause | undefined, other: ActiveCause): ActiveCause {
  if (!one) return other;
  return {
    ...other,
    since: one.since < other.since ? one.since : other.since,
    lastEvidence:
      orderOf(one.lastEvidence) > orderOf(other.lastEvidence) ? one.lastEvidence : other.lastEvidence,
  };
}

function worstFirst(one: ActiveCause, other: ActiveCause): number {
  return causes.indexOf(one.cause) - causes.indexOf(other.cause) || (one.scope < other.scope ? -1 : 1);
}

/** Each entry once, oldest first. Ties are broken by the content of the entries, never by their position. */
export function distinct<Entry extends SuppressionEntry>(entries: readonly Entry[]): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const { occurredAt, scope, type, id, provider, messageId } = entry;
    const key = JSON.stringify([occurredAt, scope, type, id, provider ?? '', messageId ?? '']);
    const known = byKey.get(key);
    if (!known || orderOf(known) < orderOf(entry)) byKey.set(key, entry);
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}
