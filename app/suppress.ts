import { toEventId } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import type { Evidence, SuppressionEntry } from '../core/suppression.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { earlierTry } from './earlier-try.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import {
  givenAddress,
  givenName,
  givenReason,
  givenRequestId,
  givenScope,
  ifGiven,
  together,
} from './given.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from './ports/store.ts';

export type SuppressRequest = {
  readonly address: string;
  /** `*` for all mail, or the name of one stream, group or list. @default * */
  readonly scope?: string;
  readonly by: string;
  readonly because: string;
  /** The same for every try of one request: a repeat adds nothing. @default - a new one */
  readonly requestId?: string;
};

/** Suppresses an address by hand. */
export async function suppress(
  request: SuppressRequest,
  ports: SuppressionLog & Cursors & Clock & Ids,
): Promise<Answer<AddressExplanation>> {
  const given = together({
    asked: givenAddress(request.address),
    scope: givenScope(request.scope),
    by: givenName(request.by),
    because: givenReason(request.because),
    requestId: ifGiven(request.requestId, givenRequestId),
  });
  if (!given.ok) return given;
  const { asked, scope, by, because, requestId } = given.value;
  const { address } = asked;
  if (!ports.settings.causes.includes('manual'))
    return refuse(
      'manual-switched-off',
      'manual suppression is switched off: the setting suppressionCauses does not contain "manual"; nothing was changed',
    );
  const earlier = await earlierTry(requestId, asked, isManualIn(scope), ports);
  const occurredAt = earlier?.entry.occurredAt ?? momentFromMillis(ports.now().getTime());
  const id = requestId ?? toEventId(ports.newId());
  await ports.record({ type: 'evidence', cause: 'manual', address, scope, occurredAt, id, by, because });
  return answer(await explanationOf(asked, {}, ports));
}

function isManualIn(scope: string) {
  return (entry: SuppressionEntry): entry is Evidence =>
    entry.type === 'evidence' && entry.cause === 'manual' && entry.scope === scope;
}
