import type { Ending, ProviderManifest } from '../../providers/manifest.ts';
import type { RefusalReason } from '../../providers/provider.ts';

export type Answer = { readonly status: number; readonly message: string };

// The sender does not learn the reason. It is in the log and the metrics.
const refused = { status: 401, message: 'The webhook could not be verified.' };
// Our trouble is never a 4xx: several providers throw an event away for good on one.
const later = { status: 503, message: 'Try again later.' };

/** The answer for each ending. docs/answers.md lists them; a test compares both. */
export const answers: Readonly<Record<Ending, Answer>> = {
  // Exactly 200: several providers count other 2xx codes as failures.
  received: { status: 200, message: 'Received.' },
  // What contains no event: a provider sees whether the URL answers.
  checked: { status: 200, message: 'Ready.' },
  empty: { status: 400, message: 'Expected a body, found none.' },
  forged: refused,
  late: refused,
  replayed: refused,
  'too-large': { status: 413, message: 'The body is too large.' },
  'no-keys': later,
  unsure: later,
  unavailable: later,
};

/** A provider's manifest may replace the status code. */
export function answerTo(ending: Ending, manifest: Pick<ProviderManifest, 'answers'> = {}): Answer {
  const answer = answers[ending];
  return { ...answer, status: manifest.answers?.[ending] ?? answer.status };
}

export function endingOf(reason: RefusalReason): Ending {
  switch (reason) {
    case 'timestamp-stale':
    case 'timestamp-in-future':
      return 'late';
    case 'token-used-before':
      return 'replayed';
    default:
      return 'forged';
  }
}
