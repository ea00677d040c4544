import {
  type ActiveCause,
  foldSuppression,
  type Suppression,
  suppressedFor,
} from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause, Evidence } from '../core/suppression.ts';
import { type AskedAddress, historyOf } from './address-history.ts';
import type { SuppressionLog } from './ports/store.ts';

/** An active cause, and the evidence behind it. */
export type CauseSummary = {
  readonly cause: Cause;
  readonly scope: string;
  readonly since: Moment;
  /** Number of pieces of evidence. */
  readonly evidence: number;
  readonly lastEvidence: Pick<
    Evidence,
    'id' | 'occurredAt' | 'provider' | 'messageId' | 'diagnostic' | 'by' | 'because'
  >;
};

/** Whether an address is suppressed, and why. */
export type SuppressionState = {
  readonly address: Address;
  readonly suppressed: boolean;
  /** The worst active cause for the stream in the question. */
  readonly cause: CauseSummary | null;
  /** All active causes, worst first. */
  readonly causes: readonly CauseSummary[];
};

export function suppressionState(
  address: Address,
  suppression: Suppression,
  stream?: string,
): SuppressionState {
  const worst = suppressedFor(suppression, stream);
  return {
    address,
    suppressed: worst !== undefined,
    cause: worst ? summaryOf(worst) : null,
    causes: suppression.active.map(summaryOf),
  };
}

export function summaryOf({ cause, scope, since, evidence, lastEvidence }: ActiveCause): CauseSummary {
  const { id, occurredAt, provider, messageId, diagnostic, by, because } = lastEvidence;
  return {
    cause,
    scope,
    since,
    evidence: evidence.length,
    lastEvidence: { id, occurredAt, provider, messageId, diagnostic, by, because },
  };
}

/** The suppression of an address, folded from its whole history. */
export async function readSuppression(asked: AskedAddress, log: SuppressionLog): Promise<Suppression> {
  return foldSuppression(await historyOf(asked, log), log.settings);
}
