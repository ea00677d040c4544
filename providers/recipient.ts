import { type Address, toAddress } from '../core/ids.ts';

/** The address as a key, and as the provider wrote it if that is different. */
export function recipientOf(given: string | undefined): { recipient?: Address; recipientAsGiven?: string } {
  if (given === undefined) return {};
  const recipient = toAddress(given);
  return recipient === given ? { recipient } : { recipient, recipientAsGiven: given };
}

/** `Ana <ana@example.com>` without the name. */
export function bareAddress(written: string): string {
  return (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim();
}
