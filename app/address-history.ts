import { type Address, earlierKeysOf, parseAddress } from '../core/ids.ts';
import type { StoredEntry, SuppressionLog } from './ports/store.ts';

/** An address in a question, and the keys under which its rows may be. The first is the one for new rows. */
export type AskedAddress = { readonly address: Address; readonly keys: readonly [Address, ...Address[]] };

/** Undefined when it is not an address. */
export function askedAddress(given: string): AskedAddress | undefined {
  const address = parseAddress(given);
  return address && { address, keys: [address, ...earlierKeysOf(address, given)] };
}

/** The whole history of an address, under all of its keys. */
export async function historyOf({ keys }: AskedAddress, log: SuppressionLog): Promise<StoredEntry[]> {
  const histories = await Promise.all(keys.map((key) => log.entriesOf(key)));
  const [first = []] = histories;
  if (histories.length === 1) return [...first];
  // A release is recorded under each key that has rows.
  return [...new Map(histories.flat().map((entry) => [`${entry.type} ${entry.id}`, entry])).values()];
}
