import { type JsonObject, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { smtpStatusIn } from '../smtp-status.ts';
import { tableOf } from '../table.ts';

/** SparkPost did not send the mail, because the address is on its suppression list. */
const suppressed = '25';

/** The codes of `bounce_class` that are not an ordinary soft bounce. */
const classes = tableOf<Outcome>({
  10: { type: 'hard_bounce' },
  30: { type: 'hard_bounce' },
  [suppressed]: { type: 'dropped', blames: 'address' },
  // An automatic reply, a request to subscribe, and a challenge say nothing about the address.
  60: { type: 'unknown' },
  80: { type: 'unknown' },
  100: { type: 'unknown' },
  // A mail that asks to be unsubscribed.
  90: { type: 'unsubscribe', scope: '*' },
});

export function bounceOutcome(report: JsonObject): Outcome {
  const bounceClass = stringOf(report['bounce_class'])?.trim() ?? '';
  const outcome = classes.get(bounceClass) ?? ({ type: 'soft_bounce' } as const);
  return outcome.type === 'unsubscribe' ? outcome : { ...answerIn(report), ...outcome };
}

/** Most of these mails were not sent because the address is on the suppression list; the others are the sender's fault. */
export function rejectionOutcome(report: JsonObject): Outcome {
  const answer = answerIn(report);
  const isListed =
    stringOf(report['bounce_class'])?.trim() === suppressed || /suppressed/i.test(answer.diagnostic ?? '');
  return { ...answer, type: 'dropped', blames: isListed ? 'address' : 'message' };
}

export function answerIn(report: JsonObject) {
  const bounceClass = stringOf(report['bounce_class']);
  const diagnostic = stringOf(report['raw_reason']) ?? stringOf(report['reason']);
  return {
    reason: bounceClass && `bounce class ${bounceClass}`,
    diagnostic,
    smtpStatus: smtpStatusIn(diagnostic),
  };
}
