import { type ActiveCause, concerns, foldHeads, suppressedFor } from '../core/fold-suppression.ts';
import type { Head } from '../core/head.ts';
import { allScopes, type Cause } from '../core/suppression.ts';
import { askedAddress, headsUnder } from './address-history.ts';
import type { SuppressionLog } from './ports/store.ts';

/** What others say about one address. */
export type TheirSuppression = {
  readonly line: number;
  readonly address: string;
  readonly isSuppressed: boolean;
  readonly cause?: Cause;
  /** `*` for all mail. */
  readonly scope: string;
};

export type SuppressionDifference = {
  readonly line: number;
  readonly address: string;
  readonly scope: string;
  /** A cause, or whether mail may be sent. */
  readonly theirs: Cause | 'suppressed' | 'not suppressed';
  readonly ours: Cause | 'not suppressed';
  readonly why: string;
};

export type SuppressionComparison = {
  readonly line: number;
} /** `ours` is another cause for the same answer. */ & (
  | { readonly isSame: true; readonly ours?: Cause }
  | { readonly difference: SuppressionDifference }
  | { readonly problem: string }
);

/** Heads to read for one address. */
const headsPerAddress = 100;

export async function compareSuppression(
  row: TheirSuppression,
  log: SuppressionLog,
): Promise<SuppressionComparison> {
  const { line, isSuppressed, cause, scope } = row;
  const asked = askedAddress(row.address);
  if (!asked) return { line, problem: 'expected an e-mail address' };
  const question = { limit: headsPerAddress, ...(scope !== allScopes && { stream: scope }) };
  const { heads } = await headsUnder(asked, question, log);
  const ours = suppressedFor({ active: foldHeads(heads, log.settings) }, scope);
  if (isSuppressed === (ours !== undefined))
    return { line, isSame: true, ...(ours && cause && ours.cause !== cause && { ours: ours.cause }) };
  const about = { line, address: asked.address, scope };
  if (ours)
    return {
      line,
      difference: { ...about, theirs: 'not suppressed', ours: ours.cause, why: evidenceFor(ours) },
    };
  const why = whyNot(heads, scope, cause, log);
  return { line, difference: { ...about, theirs: cause ?? 'suppressed', ours: 'not suppressed', why } };
}

export function evidenceFor({ since, lastEvidence }: ActiveCause): string {
  const { provider, messageId, by } = lastEvidence;
  const origin = [provider, messageId && `message ${messageId}`, by && `by ${by}`].filter(Boolean).join(', ');
  return `suppressed here since ${since}${origin ? ` (${origin})` : ''}`;
}

/** Why an address is not suppressed here. */
function whyNot(
  heads: readonly Head[],
  scope: string,
  cause: Cause | undefined,
  { settings }: SuppressionLog,
): string {
  if (cause && !settings.causes.includes(cause)) return `this stack does not suppress for ${cause}`;
  const evidence = heads
    .map(({ latest }) => latest)
    .filter((entry) => entry.type === 'evidence')
    .filter((entry) => entry.scope === allScopes || entry.scope === scope);
  const [newest] = evidence.toSorted((one, other) => (one.occurredAt > other.occurredAt ? -1 : 1));
  if (!newest) return 'nothing is known about it here; import the list';
  const release = heads
    .map(({ latest }) => latest)
    .filter((entry) => entry.type === 'release')
    .find((entry) => entry.occurredAt >= newest.occurredAt && concerns(entry, newest));
  if (release)
    return `${newest.cause} of ${newest.occurredAt} was released by ${release.by ?? release.provider ?? 'a provider'} on ${release.occurredAt}`;
  if (newest.cause === 'soft_bounce') return 'there were fewer soft bounces here than suppress an address';
  return `${newest.cause} of ${newest.occurredAt} does not suppress in this stack`;
}
