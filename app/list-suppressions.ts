import { foldSuppression } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import { type Cause, causes } from '../core/suppression.ts';
import type { StoredEntry } from '../store/suppression-row.ts';
import { answerAbout, type SuppressionAnswer } from './answers.ts';
import type { ApiDependencies } from './ports.ts';

/** Where a page ended: all that stands before this time was told, and of this very time these addresses. */
export type Position = { readonly occurredAt: Moment; readonly addresses: readonly Address[] };
type Wanted = {
  readonly reason?: Cause;
  readonly since?: Moment;
  readonly limit: number;
  readonly from?: Position;
};

/**
 * An address stands where its newest evidence stands, and nowhere else: so a page can end anywhere, and the next one
 * neither repeats nor leaves out an address.
 */
export async function listSuppressed(
  { reason, since, limit, from }: Wanted,
  deps: Pick<ApiDependencies, 'evidence' | 'entriesOf' | 'settings'>,
): Promise<{ found: SuppressionAnswer[]; next?: Position }> {
  const wanted = reason ? [reason] : causes;
  const found: SuppressionAnswer[] = [];
  const seen = new Set<Address>();
  let last = from;
  for await (const { address } of deps.evidence(wanted, { since, until: from?.occurredAt })) {
    if (seen.has(address)) continue;
    seen.add(address);
    const entries = await deps.entriesOf(address);
    const occurredAt = newestOf(entries, wanted);
    if (from && (occurredAt > from.occurredAt || from.addresses.includes(address))) continue;
    const suppression = foldSuppression(entries, deps.settings);
    if (!suppression.active.some(({ cause }) => wanted.includes(cause))) continue;
    if (found.length === limit) return { found, ...(last && { next: last }) };
    found.push(answerAbout(address, suppression, undefined));
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
