import { type Address, earlierKeysOf, parseAddress, strayAddressKey } from '../core/ids.ts';
import type { StoredHead, SuppressionLog } from './ports/store.ts';

/** An address in a question, and the keys under which its rows may be. The first is the one for new rows. */
export type AskedAddress = {
  readonly address: Address;
  readonly keys: readonly [Address, ...Address[]];
  /** It names no mailbox: to say "not suppressed" of it would be a mistake, unless a provider wrote just that. */
  readonly isStray?: true;
};

/** Undefined when it is not an address. */
export function askedAddress(given: string): AskedAddress | undefined {
  const address = parseAddress(given);
  return address && { address, keys: [address, ...earlierKeysOf(address, given)] };
}

/** The same for an address from a list of ours, which may be a string that a provider wrote and that names no mailbox. */
export function listedAddress(given: string): AskedAddress | undefined {
  const stray = strayAddressKey(given);
  return stray ? { address: stray, keys: [stray], isStray: true } : askedAddress(given);
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
