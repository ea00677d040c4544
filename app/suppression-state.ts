import { type ActiveCause, foldHeads, suppressedFor } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause, Evidence } from '../core/suppression.ts';
import { type AskedAddress, headsUnder } from './address-history.ts';
import type { SuppressionLog } from './ports/store.ts';

/** An active cause, and the evidence behind it. */
export type CauseSummary = {
  readonly cause: Cause;
  readonly scope: string;
  readonly since: Moment;
  readonly lastEvidence: Pick<
    Evidence,
    'id' | 'occurredAt' | 'undated' | 'provider' | 'messageId' | 'diagnostic' | 'by' | 'because'
  >;
};

/** Whether an address is suppressed, and why. */
export type SuppressionState = {
  readonly address: Address;
  readonly suppressed: boolean;
  /** The worst active cause for the stream in the question. */
  readonly cause: CauseSummary | null;
  /** The active causes, worst first. */
  readonly causes: readonly CauseSummary[];
  /** Present when there are more active causes, of other streams, than are listed. */
  readonly moreCauses?: true;
};

/** The active causes, and whether those of all streams are known. */
export type KnownCauses = { readonly active: readonly ActiveCause[]; readonly isWhole: boolean };

/** An address can leave any number of streams. An answer lists some of them. */
const maxCauses = 50;
/** Heads to read for a question about one address: those for all mail, and usually all there are. */
const headsPerQuestion = 8;

export function suppressionState(
  address: Address,
  { active, isWhole }: KnownCauses,
  stream?: string,
): SuppressionState {
  const worst = suppressedFor({ active }, stream);
  return {
    address,
    suppressed: worst !== undefined,
    cause: worst ? summaryOf(worst) : null,
    causes: summariesOf(active),
    ...((!isWhole || active.length > maxCauses) && { moreCauses: true }),
  };
}

/** As many as an answer lists. */
export function summariesOf(active: readonly ActiveCause[]): CauseSummary[] {
  return active.slice(0, maxCauses).map(summaryOf);
}

function summaryOf({ cause, scope, since, lastEvidence }: ActiveCause): CauseSummary {
  const { id, occurredAt, undated, provider, messageId, diagnostic, by, because } = lastEvidence;
  return {
    cause,
    scope,
    since,
    lastEvidence: { id, occurredAt, undated, provider, messageId, diagnostic, by, because },
  };
}

/** The suppression of an address for mail of the stream, or for mail without a stream. Reads a few rows. */
export async function readSuppression(
  asked: AskedAddress,
  stream: string | undefined,
  log: SuppressionLog,
): Promise<KnownCauses> {
  const question = { limit: headsPerQuestion, ...(stream !== undefined && { stream }) };
  const { heads, isWhole } = await headsUnder(asked, question, log);
  return { active: foldHeads(heads, log.settings), isWhole };
}
