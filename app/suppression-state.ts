import {
  type ActiveCause,
  foldSuppression,
  type Suppression,
  suppressedFor,
} from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause, Evidence } from '../core/suppression.ts';
import type { SuppressionLog } from './ports/store.ts';

/** A cause in force, and what it rests on. */
export type CauseSummary = {
  readonly cause: Cause;
  readonly scope: string;
  readonly since: Moment;
  /** How many pieces of evidence it rests on. */
  readonly evidence: number;
  readonly lastEvidence: Pick<
    Evidence,
    'id' | 'occurredAt' | 'provider' | 'messageId' | 'diagnostic' | 'by' | 'because'
  >;
};

/** Whether mail may be sent to an address, in short. */
export type SuppressionState = {
  readonly address: Address;
  readonly suppressed: boolean;
  /** The worst cause in force for the stream that was asked about. */
  readonly cause: CauseSummary | null;
  /** All causes in force, worst first. */
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

/** The suppression of an address, as its whole history tells it. */
export async function readSuppression(address: Address, log: SuppressionLog): Promise<Suppression> {
  return foldSuppression(await log.entriesOf(address), log.settings);
}
