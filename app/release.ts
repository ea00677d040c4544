import { parseAddress, toEventId } from '../core/ids.ts';
import { type Moment, momentFromMillis } from '../core/moment.ts';
import { allScopes } from '../core/suppression.ts';
import { type Answer, answer, notAnAddress, refuse } from './answer.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import type { Clock, Ids, SuppressionLog } from './ports/store.ts';
import { previewRelease } from './preview-release.ts';
import type { CauseSummary } from './suppression-state.ts';

type ReleaseWish = {
  readonly address: string;
  /** `*` for all mail, or one stream, group or list. */
  readonly scope: string;
  readonly by: string;
  readonly because: string;
  /** Must be true to release a spam complaint. */
  readonly acknowledgeComplaint: boolean;
};

export type Released = AddressExplanation & {
  /** What this release ended. */
  readonly ended: readonly CauseSummary[];
};

/** Ends the suppression of an address; what happens later suppresses it again. */
export async function release(
  wish: ReleaseWish,
  ports: SuppressionLog & Clock & Ids,
): Promise<Answer<Released>> {
  const address = parseAddress(wish.address);
  if (!address) return notAnAddress;
  const { scope, by, because } = wish;
  const occurredAt = momentFromMillis(ports.now().getTime());
  const entries = await ports.entriesOf(address);
  const preview = previewRelease({ address, scope, occurredAt }, entries, ports.settings);
  if (preview.ends.length === 0)
    return refuse('nothing-to-release', whyNothing(preview.stays, scope, occurredAt));
  if (preview.needsAcknowledgement && !wish.acknowledgeComplaint)
    return refuse(
      'complaint-not-acknowledged',
      'this would release a spam complaint, which has to be acknowledged; nothing was changed',
    );
  const id = toEventId(ports.newId());
  await ports.record({ type: 'release', address, scope, occurredAt, id, by, because });
  return answer({ ...(await explanationOf(address, undefined, ports)), ended: preview.ends });
}

function whyNothing(stays: readonly CauseSummary[], scope: string, now: Moment): string {
  const inScope = stays.filter((cause) => scope === allScopes || cause.scope === scope);
  // A provider's clock can be ahead of ours.
  if (inScope.some(({ lastEvidence }) => lastEvidence.occurredAt > now))
    return 'the evidence is dated ahead of our clock, and a release ends only what happened before it; try again later';
  const others = stays.map((cause) => `${cause.cause} (${nameOf(cause.scope)})`).join(', ');
  return `nothing is in force for ${nameOf(scope)} that a release would end${others && `; what stays is ${others}`}`;
}

function nameOf(scope: string): string {
  return scope === allScopes ? 'all mail' : `stream ${scope}`;
}
