import type { Answer, RefusalCode } from './answer.ts';
import { answer, refuse } from './answer.ts';
import { limits } from './given.ts';
import type { ChangeRequest } from './given-change.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from './ports/store.ts';
import type { TimeLimit } from './ports/time-limit.ts';
import { type ReleaseRequest, release } from './release.ts';
import { suppress } from './suppress.ts';
import type { CauseSummary } from './suppression-state.ts';

/** What became of one of several addresses. */
export type AddressChange = {
  /** As it was given. */
  readonly address: string;
  /** `not-tried`: time was up. */
  readonly outcome: 'done' | 'refused' | 'not-tried';
  readonly code?: RefusalCode;
  readonly detail?: string;
  readonly suppressed?: boolean;
  readonly ended?: readonly CauseSummary[];
};

type Ports = SuppressionLog & Cursors & Clock & Ids & TimeLimit;
type Many<Request> = Omit<Request, 'address'> & { readonly addresses: readonly string[] };
type Changes = Answer<{ readonly results: readonly AddressChange[] }>;

/** Addresses that are changed at the same time. */
const addressesAtOnce = 8;

/** Releases several addresses. Each has an answer of its own: one that is refused does not hold up the others. */
export function releaseMany({ addresses, ...request }: Many<ReleaseRequest>, ports: Ports): Promise<Changes> {
  return changeEach(addresses, ports, async (address) => {
    const released = await release({ ...request, address }, ports);
    return released.ok
      ? answer({ suppressed: released.value.suppressed, ended: released.value.ended })
      : released;
  });
}

/** Suppresses several addresses by hand. */
export function suppressMany({ addresses, ...request }: Many<ChangeRequest>, ports: Ports): Promise<Changes> {
  return changeEach(addresses, ports, async (address) => {
    const suppressed = await suppress({ ...request, address }, ports);
    return suppressed.ok ? answer({ suppressed: suppressed.value.suppressed }) : suppressed;
  });
}

async function changeEach(
  addresses: readonly string[],
  { hasTime }: TimeLimit,
  change: (address: string) => Promise<Answer<Pick<AddressChange, 'suppressed' | 'ended'>>>,
): Promise<Changes> {
  if (addresses.length < 1 || addresses.length > limits.addresses)
    return refuse('addresses-invalid', `expected 1 to ${limits.addresses} addresses`);
  const results: AddressChange[] = [];
  const waiting = [...addresses.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, address] = next;
      results[index] = hasTime()
        ? changeOf(address, await change(address))
        : { address, outcome: 'not-tried' };
    }
  };
  await Promise.all(Array.from({ length: addressesAtOnce }, work));
  return answer({ results });
}

function changeOf(
  address: string,
  changed: Answer<Pick<AddressChange, 'suppressed' | 'ended'>>,
): AddressChange {
  return changed.ok
    ? { address, outcome: 'done', ...changed.value }
    : { address, outcome: 'refused', ...changed.refusal };
}
