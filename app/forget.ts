import { foldSuppression } from '../core/fold-suppression.ts';
import { parseAddress } from '../core/ids.ts';
import { allScopes } from '../core/suppression.ts';
import { type Answer, answer, notAnAddress } from './answer.ts';
import type { ForgettingStore } from './ports/forgetting.ts';

type ForgetWish = { readonly address: string; readonly by: string; readonly because: string };

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
