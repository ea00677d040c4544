import { isTrue, type JsonObject, stringOf } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { smtpStatusIn } from '../smtp-status.ts';

export function bounceOutcome(report: JsonObject): Outcome {
  const failure = failureIn(report);
  if (isTrue(report['hard_bounce'])) return { ...failure, type: 'hard_bounce' };
  // Mailjet sends nothing to this address from now on, whatever the bounce was.
  if (isTrue(report['blocked'])) return { ...failure, type: 'dropped', blames: 'address' };
  // The server asked to be tried again, and Mailjet does.
  const isDeferred = errorIn(report) === 'greylisted';
  return { ...failure, type: isDeferred ? 'deferred' : 'soft_bounce' };
}

/** Errors of the sender or of Mailjet, which say nothing about the address. */
const faultsOfTheMessage = ['content', 'spam', 'system', 'mailjet'];
/** Errors about the address, whatever they are said to be related to. */
const faultsOfTheAddress = ['typofix', 'invalid domain', 'no mail host', 'preblocked'];

/** A mail that Mailjet did not send. */
export function blockedOutcome(report: JsonObject): Outcome {
  const failure = failureIn(report);
  const relatedTo = stringOf(report['error_related_to'])?.trim().toLowerCase() ?? '';
  const isMessage =
    !faultsOfTheAddress.includes(errorIn(report)) &&
    (faultsOfTheMessage.includes(relatedTo) || errorIn(report) === 'duplicate in campaign');
  return { ...failure, type: 'dropped', blames: isMessage ? 'message' : 'address' };
}

function errorIn(report: JsonObject): string {
  return stringOf(report['error'])?.trim().toLowerCase() ?? '';
}

function failureIn(report: JsonObject) {
  const parts = [stringOf(report['error_related_to']), stringOf(report['error'])].filter(Boolean);
  const diagnostic = stringOf(report['comment']);
  return {
    reason: parts.join(': ') || undefined,
    diagnostic,
    smtpStatus: smtpStatusIn(diagnostic),
  };
}
