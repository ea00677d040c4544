import { foldHeads } from '../core/fold-suppression.ts';
import { remnantsOf } from '../core/remnants.ts';
import { allScopes } from '../core/suppression.ts';
import { type Answer, answer } from './answer.ts';
import { givenAddress, givenName, givenReason, together } from './given.ts';
import type { AddressKeys, ForgettingStore } from './ports/forgetting.ts';
import type { LakeForgetting, LakeKeeper } from './ports/lake.ts';

type ForgetRequest = { readonly address: string; readonly by: string; readonly because: string };
type Facts = { readonly by: string; readonly because: string };

export type Forgotten = {
  readonly events: number;
  readonly statuses: number;
  /** Entries of the address's history. */
  readonly evidence: number;
  /** Events of other recipients whose payloads named the address. */
  readonly redacted: number;
  /** What was found in the lake. Absent without a lake. */
  readonly lake?: LakeForgetting;
  /** The causes for which the address stays suppressed. They are stored under its hash. */
  readonly suppressedStill: readonly string[];
  /** Whether the last look found nothing. False when a provider keeps reporting about the address. */
  readonly isComplete: boolean;
};

type Lake = {
  readonly keeper: Pick<LakeKeeper, 'forget'>;
  /** Called with the number of objects that were looked at. */
  readonly onLook: (objects: number) => void;
};

/** Looks at most this often for rows that were stored in the meantime. */
const maxPasses = 5;

/** Removes everything that names an address. A suppressed address stays suppressed, and a released one released. */
export async function forget(
  request: ForgetRequest,
  store: ForgettingStore,
  lake?: Lake,
): Promise<Answer<Forgotten>> {
  const given = together({
    asked: givenAddress(request.address),
    by: givenName(request.by),
    because: givenReason(request.because),
  });
  if (!given.ok) return given;
  const { asked, by, because } = given.value;
  const found: Found[] = [];
  let last: Found;
  do {
    last = await removeFound(asked.keys, { by, because }, store);
    found.push(last);
  } while (last.rows > 0 && found.length < maxPasses);
  // Last, and in any case: it covers everything that was told until now, and the lake remembers for longer than the tables.
  const forgotten = await lake?.keeper.forget(asked.keys[0], lake.onLook);
  return answer({
    events: sumOf(found, ({ events }) => events),
    statuses: sumOf(found, ({ statuses }) => statuses),
    // A row that was written to between two passes is found twice.
    evidence: new Set(found.flatMap(({ entries }) => entries)).size,
    redacted: sumOf(found, ({ redacted }) => redacted),
    ...(forgotten && { lake: forgotten }),
    suppressedStill: [...new Set(found.flatMap(({ inForce }) => inForce))],
    isComplete: last.rows === 0,
  });
}

/** What one pass has found and removed. */
type Found = {
  readonly rows: number;
  readonly events: number;
  readonly statuses: number;
  /** A name for each entry of the history. */
  readonly entries: readonly string[];
  readonly redacted: number;
  readonly inForce: readonly string[];
};

/**
 * One pass. What is in force is stored under the hash before anything is removed, so that a crash cannot lose it, and only
 * rows that were read are removed, and only if they have not changed since. The next pass finds what is left.
 */
async function removeFound(keys: AddressKeys, facts: Facts, store: ForgettingStore): Promise<Found> {
  const rows = await store.findRows(keys);
  const redacted = await store.redact(keys, [...new Set(rows.map(({ messageId }) => messageId))]);
  const own = await store.ownRows(keys);
  await store.keepForgotten(keys[0], remnantsOf(own.heads, store.settings), facts);
  await store.removeOwnRows(own);
  await store.removeRows(rows);
  return {
    rows: rows.length + own.seen.length,
    events: rows.filter(({ kind }) => kind === 'event').length,
    statuses: rows.filter(({ kind }) => kind === 'status').length,
    entries: own.entries.map(({ scope, occurredAt, id }) => JSON.stringify([scope, occurredAt, id])),
    redacted,
    inForce: foldHeads(own.heads, store.settings).map(({ cause, scope }) =>
      scope === allScopes ? cause : `${cause} of ${scope}`,
    ),
  };
}

function sumOf(found: readonly Found[], count: (each: Found) => number): number {
  return found.reduce((sum, each) => sum + count(each), 0);
}
