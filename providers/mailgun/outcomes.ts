import { type JsonObject, objectIn, stringOf, stringsOf } from '../json.ts';

type Failure = {
  readonly severity: string | undefined;
  readonly reason: string;
  /** Mailgun's own codes, such as 498 and 605, stand in the same field as those of SMTP. */
  readonly code: number;
  readonly bounceType: string | undefined;
  /** Enhanced status code, such as 5.1.1. */
  readonly status: string | undefined;
};

type FailureOutcome =
  | { readonly type: 'deferred' | 'soft_bounce' | 'hard_bounce' }
  | { readonly type: 'dropped'; readonly blames: 'address' | 'message' };

/** Mailgun did not try, because the address is on one of its lists: by code, and by reason. */
const listedCodes = [605, 606, 607];
const listedReasons = ['suppress-bounce', 'suppress-unsubscribe', 'suppress-complaint'];

const poorListQuality = 625;

const temporaryReasons = ['old', 'espblock', 'greylisted', 'blacklisted'];

/** What a `failed` becomes. The first line that applies decides. */
const failures: readonly [(failure: Failure) => boolean, FailureOutcome][] = [
  // Mailgun goes on trying.
  [({ severity }) => severity === 'temporary', { type: 'deferred' }],
  [({ code }) => listedCodes.includes(code), { type: 'dropped', blames: 'address' }],
  [({ reason }) => listedReasons.includes(reason), { type: 'dropped', blames: 'address' }],
  // That is about the sender's list, and proves nothing about this one address.
  [({ code }) => code === poorListQuality, { type: 'dropped', blames: 'message' }],
  // It has given up, but on this message only.
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
  // A severity that nobody knows yet does not condemn an address.
  return outcome ?? { type: 'soft_bounce' };
}

export function statusIn(status: JsonObject): string | undefined {
  return stringOf(status['enhanced-code']) ?? stringOf(status['bounce-code']);
}

/** What a person left: everything (`*`), the mails with each of these tags, or a mailing list. */
export function unsubscribedScopes(report: JsonObject): string[] {
  const tags = stringsOf(report['tags']);
  if (tags.length > 0) return [...new Set(tags)];
  return [stringOf(objectIn(report, 'mailing-list')['address']) ?? '*'];
}
