import { type JsonObject, textOf } from '../json.ts';

/** What a report comes to: the part of an event that differs by type. */
type Outcome =
  | { type: 'deferred' | 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unknown'; reason?: string }
  | { type: 'dropped'; blames: 'address' | 'message'; reason?: string }
  | { type: 'unsubscribe' | 'resubscribe'; scope: string };

/**
 * Decided by the name and never by `TypeCode`: Postmark's own texts disagree on some of the codes. A name that is not
 * here is `unknown`.
 */
const bounces: ReadonlyMap<string, Outcome['type']> = new Map([
  ['HardBounce', 'hard_bounce'],
  ['BadEmailAddress', 'hard_bounce'],
  ['Transient', 'deferred'],
  ['DnsError', 'deferred'],
  ['SoftBounce', 'soft_bounce'],
  // Filtered as spam by a server; nobody complained.
  ['SpamNotification', 'soft_bounce'],
  ['VirusNotification', 'soft_bounce'],
  ['Blocked', 'soft_bounce'],
  ['SpamComplaint', 'complaint'],
  ['Unsubscribe', 'unsubscribe'],
  ['Subscribe', 'resubscribe'],
  ['ManuallyDeactivated', 'dropped'],
  ['Unconfirmed', 'dropped'],
  ['SMTPApiError', 'dropped'],
  ['DMARCPolicy', 'dropped'],
  ['TemplateRenderingFailed', 'dropped'],
]);

const faultsOfTheMessage = ['DMARCPolicy', 'TemplateRenderingFailed'];

export function bounceOutcome(report: JsonObject): Outcome {
  const outcome = outcomeByName(report);
  if (report['Inactive'] !== true || isBlocking(outcome)) return outcome;
  // Postmark blocks the address from now on, whatever brought it there. That is what has to be known of the address;
  // `reason` still tells what happened to the message.
  return { type: 'dropped', blames: 'address', reason: textOf(report['Type']) };
}

function outcomeByName(report: JsonObject): Outcome {
  const reason = textOf(report['Type']) ?? '';
  const type = bounces.get(reason) ?? 'unknown';
  switch (type) {
    case 'unsubscribe':
    case 'resubscribe':
      return { type, scope: scopeOf(report) };
    case 'dropped':
      return { type, blames: faultsOfTheMessage.includes(reason) ? 'message' : 'address', reason };
    default:
      return { type, reason };
  }
}

/** Whether the event alone keeps mail from the address, at least in the stream that Postmark blocks it in. */
function isBlocking(outcome: Outcome): boolean {
  return outcome.type === 'dropped'
    ? outcome.blames === 'address'
    : ['hard_bounce', 'complaint', 'unsubscribe'].includes(outcome.type);
}

export function subscriptionOutcome(report: JsonObject): Outcome {
  const reason = textOf(report['SuppressionReason']);
  switch (report['SuppressSending']) {
    case false:
      return { type: 'resubscribe', scope: scopeOf(report) };
    case true:
      if (reason === manual && report['Origin'] === 'Recipient')
        return { type: 'unsubscribe', scope: scopeOf(report) };
      // Entered by hand, or the echo of a bounce or complaint that has a report of its own and must not count twice.
      // Either way Postmark has the address on its list, and sends it nothing.
      return { type: 'dropped', blames: 'address', reason };
    default:
      return { type: 'unknown', reason };
  }
}

const manual = 'ManualSuppression';

/** The sender, or Postmark, put the address on the list: that says nothing about any message. */
export function isEnteredByHand(report: JsonObject): boolean {
  return report['SuppressionReason'] === manual && report['Origin'] !== 'Recipient';
}

/** Postmark keeps one list per message stream. */
function scopeOf(report: JsonObject): string {
  return textOf(report['MessageStream']) ?? '*';
}
