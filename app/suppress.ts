import { parseAddress, toEventId } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import { type Answer, answer, notAnAddress, refuse } from './answer.ts';
import { type AddressExplanation, explanationOf } from './explain-address.ts';
import type { Clock, Ids, SuppressionLog } from './ports/store.ts';

type SuppressRequest = {
  readonly address: string;
  /** `*` for all mail, or the name of one stream, group or list. */
  readonly scope: string;
  readonly by: string;
  readonly because: string;
};

/** Suppresses an address by hand. */
export async function suppress(
  { address: given, scope, by, because }: SuppressRequest,
  ports: SuppressionLog & Clock & Ids,
): Promise<Answer<AddressExplanation>> {
  const address = parseAddress(given);
  if (!address) return notAnAddress;
  if (!ports.settings.causes.includes('manual'))
    return refuse(
      'manual-switched-off',
      'manual suppression is switched off: mailfold:suppressionCauses does not contain "manual"; nothing was changed',
    );
  const occurredAt = momentFromMillis(ports.now().getTime());
  const id = toEventId(ports.newId());
  await ports.record({ type: 'evidence', cause: 'manual', address, scope, occurredAt, id, by, because });
  return answer(await explanationOf(address, undefined, ports));
}
