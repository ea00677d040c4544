import { toEventId } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import type { Evidence, SuppressionEntry } from '../core/suppression.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { earlierTry } from './earlier-try.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import { type ChangeRequest, givenChange } from './given-change.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from './ports/store.ts';

/** Suppresses an address by hand. */
export async function suppress(
  request: ChangeRequest,
  ports: SuppressionLog & Cursors & Clock & Ids,
): Promise<Answer<AddressExplanation>> {
  const given = givenChange(request);
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
