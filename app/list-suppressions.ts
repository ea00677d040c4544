import { foldSuppression } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import { type Cause, causes } from '../core/suppression.ts';
import { type Answer, answer, cursorInvalid } from './answer.ts';
import { givenCause, givenPageSize, givenTime, ifGiven, together } from './given.ts';
import type { Cursors, StoredEntry, SuppressionLog } from './ports/store.ts';
import { type SuppressionState, suppressionState } from './suppression-state.ts';

type ListQuestion = {
  readonly reason?: string;
  /** Only addresses with active evidence from this time on. */
  readonly since?: string;
  readonly limit?: number;
  readonly cursor?: string;
};

type Wanted = { readonly reason?: Cause; readonly since?: Moment; readonly limit: number };

export type SuppressionPage = {
  readonly suppressions: readonly SuppressionState[];
  /** For the next page; absent on the last page. */
  readonly cursor?: string;
};

/** Where a page ended: all newer evidence was listed, and of the evidence at exactly this time, these addresses. */
type Position = { readonly occurredAt: Moment; readonly addresses: readonly Address[] };

/** The suppressed addresses, newest evidence first. */
export async function listSuppressions(
  { reason, since, limit, cursor }: ListQuestion,
  ports: SuppressionLog & Cursors,
): Promise<Answer<SuppressionPage>> {
  const given = together({
    reason: ifGiven(reason, givenCause),
    since: ifGiven(since, givenTime),
    limit: givenPageSize(limit),
  });
  if (!given.ok) return given;
  const wanted = given.value;
  const question = `suppressions ${wanted.reason ?? ''} ${wanted.since ?? ''}`;
  const from = cursor === undefined ? undefined : ((await ports.open(question, cursor)) as Position);
  if (cursor !== undefined && !from) return cursorInvalid;
  const { found, next } = await pageFrom(from, wanted, ports);
  return answer({ suppressions: found, ...(next && { cursor: await ports.seal(question, next) }) });
}

/**
 * An address is listed only at the position of its newest evidence. So a page can end anywhere, and the next page neither
 * repeats nor skips an address.
 */
async function pageFrom(
  from: Position | undefined,
  { reason, since, limit }: Wanted,
  ports: SuppressionLog,
): Promise<{ found: SuppressionState[]; next?: Position }> {
  const wanted = reason ? [reason] : causes;
  const found: SuppressionState[] = [];
  const seen = new Set<Address>();
  let last = from;
  for await (const { address } of ports.newestEvidence(wanted, { since, until: from?.occurredAt })) {
    if (seen.has(address)) continue;
    seen.add(address);
    const entries = await ports.entriesOf(address);
    const occurredAt = newestOf(entries, wanted);
    if (from && (occurredAt > from.occurredAt || from.addresses.includes(address))) continue;
    const suppression = foldSuppression(entries, ports.settings);
    // Evidence may have been released since, or be a soft bounce below the cap.
    const isWanted = suppression.active.some(
      ({ cause, lastEvidence }) => wanted.includes(cause) && (!since || lastEvidence.occurredAt >= since),
    );
    if (!isWanted) continue;
    if (found.length === limit) return { found, ...(last && { next: last }) };
    found.push(suppressionState(address, suppression));
    last = { occurredAt, addresses: [...(last?.occurredAt === occurredAt ? last.addresses : []), address] };
  }
  return { found };
}

function newestOf(entries: readonly StoredEntry[], wanted: readonly Cause[]): Moment {
  const times = entries.flatMap((entry) =>
    entry.type === 'evidence' && wanted.includes(entry.cause) ? [entry.occurredAt] : [],
  );
  return times.sort().at(-1) ?? ('' as Moment);
}
