import type { Finder } from './places.ts';

/** Amazon SES did not send the mail, because the address is on a suppression list. */
const listed = ['Suppressed', 'OnAccountSuppressionList'];

/** The bounce types of Amazon SES, or "hard" and "soft" as on the public page. Without a type it is a soft bounce. */
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
  // In Amazon SES "not-spam" withdraws a complaint, and "auth-failure" does not come from a person.
  if (reason === 'not-spam' || reason === 'auth-failure') return { type: 'unknown', reason } as const;
  return { type: 'complaint', reason } as const;
}
