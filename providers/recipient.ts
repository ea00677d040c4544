import { type Address, isAddressKey, parseAddress, toAddress } from '../core/ids.ts';

/**
 * The address as a key, and as the provider wrote it if that is different. Nothing for a string that is too long for any address:
 * the payload has it.
 */
export function recipientOf(given: string | undefined): { recipient?: Address; recipientAsGiven?: string } {
  if (given === undefined || (!isAddressKey(given) && !parseAddress(given))) return {};
  const recipient = toAddress(given);
  return recipient === given ? { recipient } : { recipient, recipientAsGiven: given };
}

/** The domain of a sender such as `Shop <no-reply@example.com>`. */
export function domainIn(sender: string | undefined): string | undefined {
  const address = sender === undefined ? undefined : parseAddress(sender);
  return address?.slice(address.lastIndexOf('@') + 1);
}
