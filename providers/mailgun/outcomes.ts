import { type JsonObject, objectIn, textOf, textsOf } from '../json.ts';

/** Mailgun did not try, because the address is on one of its lists: by code, and by reason. */
const listedCodes = [605, 606, 607];
const listedReasons = ['suppress-bounce', 'suppress-unsubscribe', 'suppress-complaint'];

/** Poor list quality: that is about the sender's list, and proves nothing about this one address. */
const poorListQuality = 625;

const temporaryReasons = ['old', 'espblock', 'greylisted', 'blacklisted'];

/** The first that matches decides. */
export function failureOutcome(report: JsonObject) {
  const status = objectIn(report, 'delivery-status');
  const reason = textOf(report['reason']) ?? '';
  const severity = textOf(report['severity']);
  const code = Number(textOf(status['code']));
  const bounceType = textOf(status['bounce-type']);
  // Mailgun goes on trying.
  if (severity === 'temporary') return { type: 'deferred' } as const;
  if (listedCodes.includes(code) || listedReasons.includes(reason))
    return { type: 'dropped', blames: 'address' } as const;
  if (code === poorListQuality) return { type: 'dropped', blames: 'message' } as const;
  // It has given up, but on this message only.
  if (bounceType === 'soft' || temporaryReasons.includes(reason) || isBetween(400, code, 499))
    return { type: 'soft_bounce' } as const;
  if (bounceType === 'hard' || reason === 'bounce' || isBadAddress(status) || isBetween(500, code, 599))
    return { type: 'hard_bounce' } as const;
  // A severity that nobody knows yet does not condemn an address.
  return { type: severity === 'permanent' ? 'hard_bounce' : 'soft_bounce' } as const;
}

/** Mailgun's own codes, such as 498 and 605, stand in the same field as those of SMTP. */
function isBetween(least: number, code: number, most: number): boolean {
  return code >= least && code <= most;
}

function isBadAddress(status: JsonObject): boolean {
  return statusIn(status)?.startsWith('5.1.') ?? false;
}

export function statusIn(status: JsonObject): string | undefined {
  return textOf(status['enhanced-code']) ?? textOf(status['bounce-code']);
}

/** What a person left: everything (`*`), the mails with each of these tags, or a mailing list. */
export function unsubscribedScopes(report: JsonObject): string[] {
  const tags = textsOf(report['tags']);
  if (tags.length > 0) return [...new Set(tags)];
  return [textOf(objectIn(report, 'mailing-list')['address']) ?? '*'];
}
