import { automaticReplyMark } from '../automatic-reply.ts';
import { type JsonObject, stringOf } from '../json.ts';

/** Resend did not send the mail, because the address is on a suppression list. */
const listed = ['suppressed', 'onaccountsuppressionlist'];

/** Resend sends through Amazon SES and passes on its bounce types. */
export function bounceOutcome(bounce: JsonObject) {
  const type = stringOf(bounce['type']);
  const subType = stringOf(bounce['subType']);
  const diagnostic = stringOf(bounce['message']);
  const facts = {
    reason: [type, subType].filter(Boolean).join('/') || undefined,
    diagnostic,
    smtpStatus: diagnostic && enhancedStatus.exec(diagnostic)?.[0],
  };
  const isPermanent = type ? type.toLowerCase() === 'permanent' : !soundsTemporary(diagnostic ?? '');
  if (!isPermanent)
    return { ...facts, type: 'soft_bounce', ...automaticReplyMark(facts.reason ?? '') } as const;
  const isListed = subType
    ? listed.includes(subType.toLowerCase())
    : /suppression list/i.test(diagnostic ?? '');
  return isListed
    ? ({ ...facts, type: 'dropped', blames: 'address' } as const)
    : ({ ...facts, type: 'hard_bounce' } as const);
}

/** For example 5.1.1, but not part of an IP address. */
const enhancedStatus = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;
const replyCode = /(?<![\d.])[45][0-5]\d(?=[ -])/;

/** Old payloads have a message but no type. The status code in the message decides, then its words. */
function soundsTemporary(message: string): boolean {
  const code = enhancedStatus.exec(message) ?? replyCode.exec(message);
  if (code) return code[0].startsWith('4');
  return /temporar|try again|mailbox (is )?full|over quota|greylist/i.test(message);
}
