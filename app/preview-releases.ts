import { foldHeads, suppressedFor } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import { momentFromMillis } from '../core/moment.ts';
import { headsUnder, listedAddress } from './address-history.ts';
import { type Answer, answer } from './answer.ts';
import { givenAddresses, givenScope, notAnAddressOf, together } from './given.ts';
import type { Clock, SuppressionLog } from './ports/store.ts';
import { previewRelease, type ReleasePreview } from './preview-release.ts';

export type AddressPreview = ReleasePreview & { readonly address: Address; readonly suppressed: boolean };

/** What a release of each address would change now, in order. The whole request is refused when one is not an address. */
export async function previewReleases(
  question: { readonly addresses: readonly string[]; readonly scope?: string },
  ports: SuppressionLog & Clock,
): Promise<Answer<{ readonly previews: readonly AddressPreview[] }>> {
  const given = together({
    addresses: givenAddresses(question.addresses, listedAddress),
    scope: givenScope(question.scope),
  });
  if (!given.ok) return given;
  const { addresses, scope } = given.value;
  const occurredAt = momentFromMillis(ports.now().getTime());
  const previews = addresses.map(async (asked): Promise<AddressPreview | undefined> => {
    const { address } = asked;
    const { heads } = await headsUnder(asked, {}, ports);
    if (asked.isStray && heads.length === 0) return undefined;
    const active = foldHeads(heads, ports.settings);
    return {
      address,
      suppressed: suppressedFor({ active }) !== undefined,
      ...previewRelease({ address, scope, occurredAt }, heads, ports.settings),
    };
  });
  const found = await Promise.all(previews);
  const wrong = found.indexOf(undefined);
  if (wrong >= 0) return notAnAddressOf(wrong, found.length);
  return answer({ previews: found.filter((preview) => preview !== undefined) });
}
