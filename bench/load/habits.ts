import type { Random } from '../../cli/storm/random.ts';
import { withFullHeaders } from './ses-headers.ts';

/** Providers with their shares of the messages. */
export type Mix = Readonly<Record<string, number>>;
/** A sender who uses several providers. */
export const usualMix: Mix = { sendgrid: 0.4, ses: 0.3, postmark: 0.1, mailgun: 0.1, resend: 0.1 };

/** How a provider sends, as far as it changes the load. */
type Habit = {
  /** Each of its servers collects events and posts them together. Without it, every event is posted at once. */
  readonly collects?: { readonly millis: number; readonly servers: number };
  /** The length of its message ids, which are part of every key. */
  readonly idLength: number;
  /** Adds to a simulated payload what a real one has. */
  readonly complete?: (payload: Buffer, sentAt: Date, random: Random) => Buffer;
};

const habits: Readonly<Record<string, Habit>> = {
  // According to its documentation, each server posts every half minute.
  sendgrid: { collects: { millis: 30_000, servers: 4 }, idLength: 22 },
  ses: { idLength: 60, complete: withFullHeaders },
};

export function habitOf(provider: string): Habit {
  return habits[provider] ?? { idLength: 36 };
}
