import { foldHeads } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import { allScopes } from '../core/suppression.ts';
import { type Answer, answer } from './answer.ts';
import { givenAddress, givenName, givenReason, together } from './given.ts';
import type { ForgettingStore } from './ports/forgetting.ts';

type ForgetRequest = { readonly address: string; readonly by: string; readonly because: string };

export type Forgotten = {
  readonly events: number;
  readonly statuses: number;
  /** Entries of the address's history. */
  readonly evidence: number;
  /** Events of other recipients whose payloads named the address. */
  readonly redacted: number;
  /** The causes for which the address stays suppressed. They are stored under its hash. */
  readonly suppressedStill: readonly string[];
};

/** Removes everything that names an address. A suppressed address stays suppressed. */
export async function forget(request: ForgetRequest, store: ForgettingStore): Promise<Answer<Forgotten>> {
  const given = together({
    asked: givenAddress(request.address),
    by: givenName(request.by),
    because: givenReason(request.because),
  });
  if (!given.ok) return given;
  const { asked, by, because } = given.value;
  const { address, keys } = asked;
  const before = await Promise.all(keys.map(store.ownRows));
  const active = foldHeads(
    before.flatMap(({ heads }) => heads),
    store.settings,
  );
  // The suppression is stored under the hash first, so that a crash during the removal cannot lose it.
  if (active.length > 0) await store.keepForgotten(address, active, { by, because });
  const rows = await underAll(keys, store.findRows);
  const messageIds = [...new Set(rows.map(({ messageId }) => messageId))];
  let redacted = 0;
  for (const key of keys) redacted += await store.redact(key, messageIds);
  const own = await Promise.all(keys.map(store.ownRows));
  for (const each of own) await store.removeOwnRows(each);
  await store.removeRows(rows);
  return answer({
    events: rows.filter(({ kind }) => kind === 'event').length,
    statuses: rows.filter(({ kind }) => kind === 'status').length,
    evidence: own.flatMap(({ entries }) => entries).length,
    redacted,
    suppressedStill: active.map(({ cause, scope }) => (scope === allScopes ? cause : `${cause} of ${scope}`)),
  });
}

/** What there is under each key of an address. Almost every address has only one. */
async function underAll<Found>(
  keys: readonly Address[],
  read: (key: Address) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const key of keys) found.push(...(await read(key)));
  return found;
}
