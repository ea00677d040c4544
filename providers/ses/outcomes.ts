import { type JsonObject, stringOf } from '../json.ts';

/** SES did not even try: the address is on a list. Counting a bounce or complaint again would be counting twice. */
const listed = [
  'Suppressed',
  'OnAccountSuppressionList',
  'OnTenantSuppressionList',
  'EmailValidationSuppressed',
  'UnsubscribedRecipient',
];

export function bounceOutcome(bounce: JsonObject, recipient: JsonObject) {
  const type = stringOf(bounce['bounceType']) ?? 'Undetermined';
  const subType = stringOf(bounce['bounceSubType']) ?? '';
  const reason = subType && subType !== type ? `${type}/${subType}` : type;
  if (type !== 'Permanent') return { type: 'soft_bounce', reason } as const;
  if (listed.includes(subType)) return { type: 'dropped', blames: 'address', reason } as const;
  // One permanent bounce can name a recipient whose server only asked for patience.
  const isTemporary = stringOf(recipient['status'])?.startsWith('4') || recipient['action'] === 'delayed';
  return { type: isTemporary ? 'soft_bounce' : 'hard_bounce', reason } as const;
}

export function complaintOutcome(complaint: JsonObject) {
  const subType = stringOf(complaint['complaintSubType']);
  if (subType && listed.includes(subType))
    return { type: 'dropped', blames: 'address', reason: subType } as const;
  const reason = stringOf(complaint['complaintFeedbackType']);
  // "not-spam" takes a complaint back, and "auth-failure" is no person's opinion.
  if (reason === 'not-spam' || reason === 'auth-failure') return { type: 'unknown', reason } as const;
  return { type: 'complaint', reason } as const;
}
