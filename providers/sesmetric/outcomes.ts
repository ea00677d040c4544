import type { Finder } from './places.ts';

/** Amazon SES did not even try: the address is on a list. */
const listed = ['Suppressed', 'OnAccountSuppressionList'];

/** In the words of Amazon SES, or "hard" and "soft" as on the public page. Without either nobody is blamed for good. */
export function bounceOutcome(find: Finder) {
  const type = find('bounceType');
  const subType = find('bounceSubType');
  const reason = [type, subType].filter(Boolean).join('/') || undefined;
  if (!/^(permanent|hard)$/i.test(type ?? '')) return { type: 'soft_bounce', reason } as const;
  return listed.includes(subType ?? '')
    ? ({ type: 'dropped', blames: 'address', reason } as const)
    : ({ type: 'hard_bounce', reason } as const);
}

export function complaintOutcome(find: Finder) {
  const reason = find('complaintFeedbackType');
  // With Amazon SES "not-spam" takes a complaint back, and "auth-failure" is no person's opinion.
  if (reason === 'not-spam' || reason === 'auth-failure') return { type: 'unknown', reason } as const;
  return { type: 'complaint', reason } as const;
}
