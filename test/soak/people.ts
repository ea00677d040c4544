import { forget } from '../../app/forget.ts';
import type { Clock, Cursors, Ids, SuppressionLog } from '../../app/ports/store.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { forgettingStoreOf } from '../../cli/forgetting-store-of.ts';
import { portsOf } from '../../cli/ports.ts';
import type { Random } from '../../cli/storm/random.ts';
import type { Target } from '../../cli/target.ts';
import type { Address } from '../../core/ids.ts';
import { allScopes } from '../../core/suppression.ts';
import type { Counts } from './counts.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';

type Office = {
  readonly target: Target;
  readonly ledger: Ledger;
  readonly counts: Counts;
  readonly stopping: AbortSignal;
};

const byHand = { by: 'soak', because: 'the soak does what people do' };
/** One in this many addresses may be forgotten. */
const forgettable = 6;

/** People who suppress and release addresses while events about the same addresses arrive. */
export async function workOnSuppressions(office: Office, random: Random): Promise<void> {
  const { ledger, counts, stopping } = office;
  const ports = recordingPorts(office);
  while (await pause(0.5 + random.next() * 1.5, stopping)) {
    const known = [...ledger.entries.keys()];
    const addresses = ledger.addresses();
    if (known.length === 0 || addresses.length === 0) continue;
    if (random.happens(0.6)) {
      const wish = { address: random.pick(known), scope: allScopes, acknowledgeComplaint: true, ...byHand };
      if (await succeeds(() => release(wish, ports))) counts.releases += 1;
    } else {
      const wish = { address: random.pick(addresses), scope: allScopes, ...byHand };
      if (await succeeds(() => suppress(wish, ports))) counts.suppressions += 1;
    }
  }
}

/** People who ask to be forgotten while events about them arrive. */
export async function workOnForgetting(office: Office, random: Random): Promise<void> {
  const { ledger, counts, stopping } = office;
  while (await pause(3 + random.next() * 6, stopping)) {
    const addresses = ledger.addresses().filter(isForgettable);
    if (addresses.length === 0) continue;
    const address = random.pick(addresses);
    ledger.forget(address);
    if (await forgetUntilDone(address, office)) counts.forgotten += 1;
  }
}

/** Starts again after an error, as the person at the command line would. */
export async function forgetUntilDone(
  address: Address,
  { target, stopping }: Pick<Office, 'target' | 'stopping'>,
): Promise<boolean> {
  const wish = { address, ...byHand };
  do {
    if (
      await succeeds(() =>
        forget(
          wish,
          forgettingStoreOf(target, () => {}),
        ),
      )
    )
      return true;
  } while (await pause(1, stopping));
  return false;
}

/** The choice depends on the address alone, so that the accounts of the others stay exact. */
function isForgettable(address: Address): boolean {
  return Number(/\d+/.exec(address)?.[0]) % forgettable === 0;
}

/** Notes each entry before it is recorded, and records it until it is certain. */
function recordingPorts({ target, ledger }: Office): SuppressionLog & Cursors & Clock & Ids {
  const ports = portsOf(target);
  return {
    ...ports,
    async record(entry) {
      ledger.record(entry);
      for (;;) {
        try {
          return await ports.record(entry);
        } catch {
          // Throttled, or the answer was lost: the same entry again changes nothing.
        }
      }
    },
  };
}

/** False when the table failed, or when there was nothing to do. */
async function succeeds(act: () => Promise<object>): Promise<boolean> {
  try {
    return 'value' in (await act());
  } catch {
    return false;
  }
}
