import { type JsonObject, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';

/** Postal ends a message for these reasons without having sent it. They say nothing about the address. */
const faultsOfTheMessage =
  /is likely spam|domain no longer exist|doesn't have an RCPT to|raw message has been removed/i;

/** An answer about what is sent and not about who should get it. */
const policy = /spam|blocked|block ?list|blacklist|policy|reputation|rejected due to|dmarc|spf|dkim/i;

/** Postal gives up on a message. The first line that applies decides. */
export function failureOutcome(payload: JsonObject): Outcome {
  const answer = answerIn(payload);
  const details = answer.reason ?? '';
  if (/^maximum number of delivery attempts/i.test(details)) return { ...answer, type: 'soft_bounce' };
  if (faultsOfTheMessage.test(details)) return { ...answer, type: 'dropped', blames: 'message' };
  return { ...answer, type: isUnknownMailbox(answer) ? 'hard_bounce' : 'soft_bounce' };
}

/** Also mails with a full mailbox or unwanted content end as permanent errors. */
function isUnknownMailbox({ diagnostic = '', smtpStatus }: ReturnType<typeof answerIn>): boolean {
  if (smtpStatus) return smtpStatus.startsWith('5.1.');
  return /\b55[013]\b/.test(diagnostic) && !policy.test(diagnostic);
}

/** A hold is not final: an operator may release the mail, and then it is sent. */
export function holdOutcome(payload: JsonObject): Outcome {
  const answer = answerIn(payload);
  return /suppression list/i.test(answer.reason ?? '')
    ? { ...answer, type: 'dropped', blames: 'address' }
    : { ...answer, type: 'deferred' };
}

export function answerIn(payload: JsonObject) {
  const diagnostic = stringOf(payload['output']);
  return {
    reason: stringOf(payload['details']),
    diagnostic,
    smtpStatus: /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(diagnostic ?? '')?.[0],
  };
}
