import { type JsonObject, objectIn, stringOf, stringsOf } from '../json.ts';

type Failure = {
  readonly severity: string | undefined;
  readonly reason: string;
  /** An SMTP code, or one of Mailgun's own codes such as 498 and 605. */
  readonly code: number;
  readonly bounceType: string | undefined;
  /** Enhanced status code, such as 5.1.1. */
  readonly status: string | undefined;
};

type FailureOutcome =
  | { readonly type: 'deferred' | 'soft_bounce' | 'hard_bounce' }
  | { readonly type: 'dropped'; readonly blames: 'address' | 'message' };

/** Mailgun did not send the mail, because the address is on one of its lists. */
export const listedCodes = [605, 606, 607];
const listedReasons = ['suppress-bounce', 'suppress-unsubscribe', 'suppress-complaint'];

const poorListQuality = 625;

const temporaryReasons = ['old', 'espblock', 'greylisted', 'blacklisted'];

/** The outcome of a `failed` event. The first line that applies decides. */
const failures: readonly [(failure: Failure) => boolean, FailureOutcome][] = [
  // Mailgun will retry.
  [({ severity }) => severity === 'temporary', { type: 'deferred' }],
  [({ code }) => listedCodes.includes(code), { type: 'dropped', blames: 'address' }],
  [({ reason }) => listedReasons.includes(reason), { type: 'dropped', blames: 'address' }],
  // This is about the sender's list and says nothing about this address.
  [({ code }) => code === poorListQuality, { type: 'dropped', blames: 'message' }],
  // Mailgun has given up on this message only.
  [({ bounceType }) => bounceType === 'soft', { type: 'soft_bounce' }],
  [({ reason }) => temporaryReasons.includes(reason), { type: 'soft_bounce' }],
  [({ code }) => code >= 400 && code <= 499, { type: 'soft_bounce' }],
  [({ bounceType }) => bounceType === 'hard', { type: 'hard_bounce' }],
  [({ reason }) => reason === 'bounce', { type: 'hard_bounce' }],
  [({ status }) => status?.startsWith('5.1.') ?? false, { type: 'hard_bounce' }],
  [({ code }) => code >= 500 && code <= 599, { type: 'hard_bounce' }],
  [({ severity }) => severity === 'permanent', { type: 'hard_bounce' }],
];

export function failureOutcome(report: JsonObject): FailureOutcome {
  const status = objectIn(report, 'delivery-status');
  const failure = {
    severity: stringOf(report['severity']),
    reason: stringOf(report['reason']) ?? '',
    code: Number(stringOf(status['code'])),
    bounceType: stringOf(status['bounce-type']),
    status: statusIn(status),
  };
  const [, outcome] = failures.find(([applies]) => applies(failure)) ?? [];
  // An unknown severity does not suppress the address.
  return outcome ?? { type: 'soft_bounce' };
}

export function statusIn(status: JsonObject): string | undefined {
  return stringOf(status['enhanced-code']) ?? stringOf(status['bounce-code']);
}

/** What the recipient left: all mail (`*`), the mail with each of these tags, or a mailing list. */
export function unsubscribedScopes(report: JsonObject): string[] {
  const tags = stringsOf(report['tags']);
  if (tags.length > 0) return [...new Set(tags)];
  return [stringOf(objectIn(report, 'mailing-list')['address']) ?? '*'];
}
