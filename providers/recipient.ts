import { type Address, toAddress } from '../core/ids.ts';

/** The key, and the address as it was written where that is another text. */
export function recipientOf(given: string | undefined): { recipient?: Address; recipientAsGiven?: string } {
  if (given === undefined) return {};
  const recipient = toAddress(given);
  return recipient === given ? { recipient } : { recipient, recipientAsGiven: given };
}

/** `Ana <ana@example.com>` without the name. */
export function bareAddress(text: string): string {
  return (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim();
}
