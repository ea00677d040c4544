import { type Address, earlierKeysOf, parseAddress } from '../core/ids.ts';
import type { StoredHead, SuppressionLog } from './ports/store.ts';

/** An address in a question, and the keys under which its rows may be. The first is the one for new rows. */
export type AskedAddress = { readonly address: Address; readonly keys: readonly [Address, ...Address[]] };

/** Undefined when it is not an address. */
export function askedAddress(given: string): AskedAddress | undefined {
  const address = parseAddress(given);
  return address && { address, keys: [address, ...earlierKeysOf(address, given)] };
}

/** The heads of an address under all of its keys. A release is recorded under each key that has rows. */
export async function headsUnder(
  { keys }: AskedAddress,
  question: { readonly stream?: string; readonly limit?: number },
  log: SuppressionLog,
): Promise<{ readonly heads: readonly StoredHead[]; readonly isWhole: boolean }> {
  const found = await Promise.all(keys.map((key) => log.headsOf(key, question)));
  return { heads: found.flatMap(({ heads }) => heads), isWhole: found.every(({ isWhole }) => isWhole) };
}
