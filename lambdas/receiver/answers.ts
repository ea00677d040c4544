import type { RefusalReason } from '../../providers/provider.ts';

/** How a request ended, as far as its sender is concerned. */
export type Ending =
  | 'received'
  | 'empty'
  | 'unknown-provider'
  | 'forged'
  | 'late'
  | 'replayed'
  | 'too-large'
  | 'unavailable';

export type Answer = { readonly status: number; readonly message: string };

/** What each ending is answered with; docs/answers.md tells what providers make of it, and a test compares the two. */
export const answers: Readonly<Record<Ending, Answer>> = {
  // Exactly 200: several providers count other 2xx codes as failures.
  received: { status: 200, message: 'Received.' },
  empty: { status: 400, message: 'Expected a body, found none.' },
  'unknown-provider': { status: 404, message: 'No such provider.' },
  // The sender learns nothing about why: the reason is for us.
  forged: { status: 401, message: 'The webhook could not be verified.' },
  late: { status: 401, message: 'The webhook could not be verified.' },
  replayed: { status: 401, message: 'The webhook could not be verified.' },
  'too-large': { status: 413, message: 'The body is too large.' },
  // Our trouble is never a 4xx: several providers throw an event away for good on one.
  unavailable: { status: 503, message: 'Try again later.' },
};

/** Where a provider needs another code than the rest. */
export const exceptions: Readonly<Record<string, Partial<Record<Ending, number>>>> = {
  // On 406, and on nothing else, Mailgun gives up: this is certain, while a mismatch may be a key that is just changing.
  mailgun: { replayed: 406 },
  // Only 5xx is known to be retried, and a retry may come with a fresh signature.
  sesmetric: { late: 503 },
};

export function answerTo(provider: string, ending: Ending): Answer {
  const status = Object.hasOwn(exceptions, provider) ? exceptions[provider]?.[ending] : undefined;
  return status === undefined ? answers[ending] : { ...answers[ending], status };
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
