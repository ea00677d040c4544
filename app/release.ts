import { headsOf } from '../core/head.ts';
import { toEventId } from '../core/ids.ts';
import { type Moment, momentFromMillis } from '../core/moment.ts';
import { releaseOutcome } from '../core/release-outcome.ts';
import { allScopes, type Release, type SuppressionEntry } from '../core/suppression.ts';
import { headsUnder } from './address-history.ts';
import { type Answer, answer, notAnAddress, refuse } from './answer.ts';
import { earlierTry } from './earlier-try.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import { givenListedAddress } from './given.ts';
import { type ChangeRequest, givenChange } from './given-change.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from './ports/store.ts';
import { previewRelease, type ReleasePreview } from './preview-release.ts';
import { type CauseSummary, summariesOf } from './suppression-state.ts';

export type ReleaseRequest = ChangeRequest & {
  /** Must be true to release a spam complaint. */
  readonly acknowledgeComplaint?: boolean;
};

export type Released = AddressExplanation & {
  /** What this release ended. */
  readonly ended: readonly CauseSummary[];
};

/** Releases an address from what happened until now. Later evidence suppresses it again. */
export async function release(
  request: ReleaseRequest,
  ports: SuppressionLog & Cursors & Clock & Ids,
): Promise<Answer<Released>> {
  const given = givenChange(request, givenListedAddress);
  if (!given.ok) return given;
  const { asked, scope, by, because, requestId } = given.value;
  const { address, keys } = asked;
  const earlier = await earlierTry(requestId, asked, isReleaseOf(scope), ports);
  const occurredAt = earlier?.entry.occurredAt ?? momentFromMillis(ports.now().getTime());
  const { heads } = await headsUnder(asked, {}, ports);
  if (asked.isStray && heads.length === 0) return notAnAddress;
  const preview = previewRelease({ address, scope, occurredAt }, heads, ports.settings);
  const refusal = earlier ? undefined : refusalOf(preview, request, occurredAt);
  if (refusal) return refusal;
  const id = requestId ?? toEventId(ports.newId());
  // Under each key that has rows, so that lists and exports, which read one key at a time, know of it.
  const withRows = keys.filter(
    (key) => key === address || heads.some(({ latest }) => latest.address === key),
  );
  for (const key of withRows)
    await ports.record({ type: 'release', address: key, scope, occurredAt, id, by, because });
  const ended = earlier ? endedBy(earlier.entry, earlier.before, ports) : preview.ends;
  return answer({ ...(await explanationOf(asked, {}, ports)), ended });
}

function refusalOf(
  { scope, ends, stays, needsAcknowledgement }: ReleasePreview,
  { acknowledgeComplaint }: ReleaseRequest,
  now: Moment,
): Answer<never> | undefined {
  if (ends.length === 0) return refuse('nothing-to-release', whyNothingEnds(stays, scope, now));
  if (needsAcknowledgement && !acknowledgeComplaint)
    return refuse(
      'complaint-not-acknowledged',
      'the release would end a spam complaint, which must be acknowledged; nothing was changed',
    );
  return undefined;
}

/** The answer to the first try, once more: the release itself is among the heads now, so they no longer tell. */
function endedBy(
  entry: Release,
  before: readonly SuppressionEntry[],
  { settings }: SuppressionLog,
): readonly CauseSummary[] {
  return summariesOf(releaseOutcome(headsOf(before, settings), entry, settings).ends);
}

function isReleaseOf(scope: string) {
  return (entry: SuppressionEntry): entry is Release =>
    entry.type === 'release' && entry.by !== undefined && entry.scope === scope;
}

function whyNothingEnds(stays: readonly CauseSummary[], scope: string, now: Moment): string {
  const inScope = stays.filter((cause) => scope === allScopes || cause.scope === scope);
  if (inScope.some(({ lastEvidence }) => lastEvidence.occurredAt > now))
    return 'the evidence is dated ahead of our clock, and a release ends only what happened before it; try again later';
  const active = stays.map((cause) => `${cause.cause} (${nameOf(cause.scope)})`).join(', ');
  return `nothing is in force for ${nameOf(scope)}${active && `; still in force: ${active}`}`;
}

function nameOf(scope: string): string {
  return scope === allScopes ? 'all mail' : `stream ${scope}`;
}
