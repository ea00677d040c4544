import { type ActiveCause, foldSuppression, type SuppressionSettings } from '../core/fold-suppression.ts';
import { type Address, parseAddress } from '../core/ids.ts';
import { allScopes } from '../core/suppression.ts';
import { type Answer, answer, notAnAddress } from './answer.ts';
import type { StoredEntry } from './ports.ts';

export type ForgetWish = { readonly address: string; readonly by: string; readonly because: string };

export type Forgotten = {
  readonly events: number;
  readonly statuses: number;
  /** Entries of its history. */
  readonly evidence: number;
  /** Events of other recipients of the same messages, whose payloads named it. */
  readonly redacted: number;
  /** The causes for which it stays suppressed, by a hash. */
  readonly suppressedStill: readonly string[];
};

/** A row of the messages table; only the store knows what its sort key means. */
export type MessageRow = {
  readonly kind: 'event' | 'status';
  readonly messageId: string;
  readonly sortKey: string;
};

export type ForgettingStore = {
  readonly settings: SuppressionSettings;
  /** What stands under the address itself, without what was kept when it was forgotten before. */
  ownEntries(address: Address): Promise<readonly StoredEntry[]>;
  /** Keeps that an address is suppressed, and why, under a hash that only this stack can make. */
  keepForgotten(
    address: Address,
    causes: readonly ActiveCause[],
    facts: { readonly by: string; readonly because: string },
  ): Promise<void>;
  /** All events and statuses of a recipient. Reads the whole table: nothing may be overlooked. */
  findRows(address: Address): Promise<readonly MessageRow[]>;
  /** Takes the address out of the payloads of others in these messages; answers with how many events that were. */
  redact(address: Address, messageIds: readonly string[]): Promise<number>;
  removeRows(rows: readonly MessageRow[]): Promise<void>;
  removeEntries(entries: readonly StoredEntry[]): Promise<void>;
};

/** Removes everything that names an address. If it was suppressed, it stays so. */
export async function forget(wish: ForgetWish, store: ForgettingStore): Promise<Answer<Forgotten>> {
  const address = parseAddress(wish.address);
  if (!address) return notAnAddress;
  const { active } = foldSuppression(await store.ownEntries(address), store.settings);
  // First what keeps the address suppressed, then the rest: a crash in between forgets too little, never too much.
  if (active.length > 0) await store.keepForgotten(address, active, wish);
  const rows = await store.findRows(address);
  const redacted = await store.redact(address, [...new Set(rows.map(({ messageId }) => messageId))]);
  const entries = await store.ownEntries(address);
  await store.removeEntries(entries);
  await store.removeRows(rows);
  return answer({
    events: rows.filter(({ kind }) => kind === 'event').length,
    statuses: rows.filter(({ kind }) => kind === 'status').length,
    evidence: entries.length,
    redacted,
    suppressedStill: active.map(({ cause, scope }) => (scope === allScopes ? cause : `${cause} of ${scope}`)),
  });
}
