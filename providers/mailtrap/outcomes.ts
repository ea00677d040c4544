import { type JsonObject, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';

/** Mailtrap has given up on the message. Only one of its categories means that there is no such mailbox. */
export function bounceOutcome(report: JsonObject): Outcome {
  const category = stringOf(report['bounce_category'])?.trim().toLowerCase();
  const answer = answerIn(report);
  // Without a category, the server's answer decides.
  const isHard = category ? category === 'badrecipient' : (answer.smtpStatus?.startsWith('5.1.') ?? false);
  return { ...answer, reason: category, type: isHard ? 'hard_bounce' : 'soft_bounce' };
}

/** A mail that was not sent: the address is on Mailtrap's list, or the sender's domain was never verified. */
export function rejectOutcome(report: JsonObject): Outcome {
  const reason = stringOf(report['reason']);
  const isListed = /suppression list/i.test(reason ?? '');
  return { type: 'dropped', blames: isListed ? 'address' : 'message', reason };
}

export function answerIn(report: JsonObject) {
  const diagnostic = stringOf(report['response']) ?? stringOf(report['reason']);
  return {
    diagnostic,
    // The answer may begin with words or with a code in brackets.
    smtpStatus: /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(diagnostic ?? '')?.[0],
  };
}
