import { type JsonObject, objectIn, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { smtpStatusIn } from '../smtp-status.ts';

const noMailbox = [
  'err_user_unknown',
  'err_user_inactive',
  'err_mailbox_discarded',
  'err_domain_inactive',
  'err_dest_invalid',
];

/** The address is on a list of the provider. */
const listed = /^(?:err_unreachable|err_skip_letter|err_unsubscribed|skip_dup_.*)$/;

const faultsOfTheMessage = [
  'err_spam_skipped',
  'err_spam_removed',
  'err_lost',
  'err_internal',
  'err_src_invalid',
  'not_sent',
];

/** Full mailboxes and refused content are called `hard_bounced` too, so the detailed status decides. */
export function bounceOutcome(data: JsonObject): Outcome {
  const answer = answerIn(data);
  const status = answer.reason?.toLowerCase() ?? '';
  if (noMailbox.includes(status)) return { ...answer, type: 'hard_bounce' };
  if (status === 'err_will_retry') return { ...answer, type: 'deferred' };
  if (listed.test(status)) return { ...answer, type: 'dropped', blames: 'address' };
  if (faultsOfTheMessage.includes(status)) return { ...answer, type: 'dropped', blames: 'message' };
  // Also without a detailed status, as with `delivery_info` 0: nobody is suppressed for a guess.
  return { ...answer, type: 'soft_bounce' };
}

export function answerIn(data: JsonObject) {
  const info = objectIn(data, 'delivery_info');
  const diagnostic = stringOf(info['destination_response']);
  return {
    reason: stringOf(info['delivery_status'])?.trim(),
    diagnostic,
    smtpStatus: smtpStatusIn(diagnostic),
  };
}
