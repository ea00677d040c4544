import { toEventId } from '../core/ids.ts';
import { type Moment, momentFromMillis } from '../core/moment.ts';
import { allScopes } from '../core/suppression.ts';
import { headsUnder } from './address-history.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import { givenAddress, givenName, givenReason, givenScope, together } from './given.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from './ports/store.ts';
import { previewRelease } from './preview-release.ts';
import type { CauseSummary } from './suppression-state.ts';

type ReleaseRequest = {
  readonly address: string;
  /** `*` for all mail, or the name of one stream, group or list. @default * */
  readonly scope?: string;
  readonly by: string;
  readonly because: string;
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
  const given = together({
    asked: givenAddress(request.address),
    scope: givenScope(request.scope),
    by: givenName(request.by),
    because: givenReason(request.because),
  });
  if (!given.ok) return given;
  const { asked, scope, by, because } = given.value;
  const { address, keys } = asked;
  const occurredAt = momentFromMillis(ports.now().getTime());
  const { heads } = await headsUnder(asked, {}, ports);
  const preview = previewRelease({ address, scope, occurredAt }, heads, ports.settings);
  if (preview.ends.length === 0)
    return refuse('nothing-to-release', whyNothingEnds(preview.stays, scope, occurredAt));
  if (preview.needsAcknowledgement && !request.acknowledgeComplaint)
    return refuse(
      'complaint-not-acknowledged',
      'the release would end a spam complaint, which must be acknowledged; nothing was changed',
    );
  const id = toEventId(ports.newId());
  // Under each key that has rows, so that lists and exports, which read one key at a time, know of it.
  const withRows = keys.filter(
    (key) => key === address || heads.some(({ latest }) => latest.address === key),
  );
  for (const key of withRows)
    await ports.record({ type: 'release', address: key, scope, occurredAt, id, by, because });
  return answer({ ...(await explanationOf(asked, {}, ports)), ended: preview.ends });
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
