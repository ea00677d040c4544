import { flagOf, isTrue, type JsonObject, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';

/** The outcome of a bounce, without scope and reason. */
type Bounce =
  | { readonly type: 'deferred' | 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unknown' }
  | { readonly type: 'unsubscribe' }
  | { readonly type: 'resubscribe' }
  | { readonly type: 'dropped'; readonly blames: 'address' | 'message' };

/** Uses the name in `Type` and not `TypeCode`, because Postmark's pages disagree on some codes. */
const bounces = tableOf<Bounce>({
  HardBounce: { type: 'hard_bounce' },
  BadEmailAddress: { type: 'hard_bounce' },
  Transient: { type: 'deferred' },
  DnsError: { type: 'deferred' },
  SoftBounce: { type: 'soft_bounce' },
  // A server filtered it as spam. The recipient did not complain.
  SpamNotification: { type: 'soft_bounce' },
  VirusNotification: { type: 'soft_bounce' },
  Blocked: { type: 'soft_bounce' },
  SpamComplaint: { type: 'complaint' },
  Unsubscribe: { type: 'unsubscribe' },
  Subscribe: { type: 'resubscribe' },
  ManuallyDeactivated: { type: 'dropped', blames: 'address' },
  Unconfirmed: { type: 'dropped', blames: 'address' },
  SMTPApiError: { type: 'dropped', blames: 'address' },
  DMARCPolicy: { type: 'dropped', blames: 'message' },
  TemplateRenderingFailed: { type: 'dropped', blames: 'message' },
});

export function bounceOutcome(report: JsonObject): Outcome {
  const outcome = outcomeByName(report);
  if (!isTrue(report['Inactive']) || isBlocking(outcome)) return outcome;
  // Postmark blocks the address from now on, for whatever reason, so the address must be suppressed. `reason` still says
  // what happened to the message.
  return { type: 'dropped', blames: 'address', reason: stringOf(report['Type']) };
}

function outcomeByName(report: JsonObject): Outcome {
  const reason = stringOf(report['Type']) ?? '';
  const bounce: Bounce = bounces.get(reason) ?? { type: 'unknown' };
  if (bounce.type === 'unsubscribe' || bounce.type === 'resubscribe')
    return { ...bounce, scope: scopeOf(report) };
  return { ...bounce, reason };
}

/** Whether the outcome itself suppresses the address, at least for the stream in which Postmark blocks it. */
function isBlocking(outcome: Outcome): boolean {
  return outcome.type === 'dropped'
    ? outcome.blames === 'address'
    : ['hard_bounce', 'complaint', 'unsubscribe'].includes(outcome.type);
}

export function subscriptionOutcome(report: JsonObject): Outcome {
  const reason = stringOf(report['SuppressionReason']);
  switch (flagOf(report['SuppressSending'])) {
    case false:
      return { type: 'resubscribe', scope: scopeOf(report) };
    case true:
      if (reason === manual && report['Origin'] === 'Recipient')
        return { type: 'unsubscribe', scope: scopeOf(report) };
      // A manual entry, or a bounce or complaint that also has its own report and must not count twice. In both cases
      // Postmark has the address on its list and sends no mail to it.
      return { type: 'dropped', blames: 'address', reason };
    default:
      return { type: 'unknown', reason };
  }
}

const manual = 'ManualSuppression';

/** Whether the sender or Postmark put the address on the list, which says nothing about any message. */
export function isEnteredByHand(report: JsonObject): boolean {
  return report['SuppressionReason'] === manual && report['Origin'] !== 'Recipient';
}

/** Postmark keeps one list per message stream. */
function scopeOf(report: JsonObject): string {
  return stringOf(report['MessageStream']) ?? '*';
}
