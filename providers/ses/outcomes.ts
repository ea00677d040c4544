import { automaticReplyMark } from '../automatic-reply.ts';
import { type JsonObject, stringOf } from '../json.ts';

/** SES did not send the mail, because the address is on a suppression list. It is not another bounce or complaint. */
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
  if (type !== 'Permanent') return { type: 'soft_bounce', reason, ...automaticReplyMark(reason) } as const;
  if (listed.includes(subType)) return { type: 'dropped', blames: 'address', reason } as const;
  // A permanent bounce can contain a recipient with a temporary status.
  const isTemporary = stringOf(recipient['status'])?.startsWith('4') || recipient['action'] === 'delayed';
  return { type: isTemporary ? 'soft_bounce' : 'hard_bounce', reason } as const;
}

export function complaintOutcome(complaint: JsonObject) {
  const subType = stringOf(complaint['complaintSubType']);
  if (subType && listed.includes(subType))
    return { type: 'dropped', blames: 'address', reason: subType } as const;
  const reason = stringOf(complaint['complaintFeedbackType']);
  // "not-spam" withdraws a complaint, and "auth-failure" does not come from a person.
  if (reason === 'not-spam' || reason === 'auth-failure') return { type: 'unknown', reason } as const;
  return { type: 'complaint', reason } as const;
}
