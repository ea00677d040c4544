import type { EmailEvent } from '../../core/email-event.ts';
import {
  foldStatus,
  includesStatus,
  type MessageStatus,
  withProviderInPrecedence,
} from '../../core/fold-status.ts';
import { precedenceOf, type StatusType, statusTypes } from '../../core/precedence.ts';
import type { Difference } from './difference.ts';
import { type AuditSettings, mustHaveEvent } from './settings.ts';

/**
 * Compares the status of a recipient with its events. Events expire long before the status, so a status may contain more
 * than the events. It must contain at least what the events say, and nothing that they do not say unless those events may
 * have expired.
 */
export function compareStatus(
  where: string,
  stored: MessageStatus | undefined,
  events: readonly EmailEvent[],
  settings: AuditSettings,
  /** When the row was first written. */
  recordedAt?: string,
): Difference[] {
  const differs = (expected: string, found: string): Difference => ({
    what: 'status',
    where,
    expected,
    found,
  });
  const folded = events.reduce<MessageStatus | undefined>(foldStatus, undefined);
  const status = stored && withLabelsOf(folded, withProviderInPrecedence(stored));
  if (!status) return folded ? [differs(inWords(folded), 'no row')] : [];
  const contradiction = contradictionIn(status);
  if (contradiction) return [differs(contradiction.expected, contradiction.found)];
  if (folded && !includesStatus(status, folded)) return [differs(inFull(folded), inFull(status))];

  const mustExist = (occurredAt: string) =>
    mustHaveEvent({ occurredAt, ...(recordedAt !== undefined && { recordedAt }) }, settings);
  const unbacked = (Object.entries(status.times) as [StatusType, string][]).filter(
    ([type, at]) => mustExist(at) && !events.some((event) => event.type === type && event.occurredAt === at),
  );
  if (mustExist(status.occurredAt) && folded?.precedence !== status.precedence)
    return [differs(folded ? inWords(folded) : 'an event that decided', inWords(status))];
  return unbacked.map(([type, at]) => differs(`an event ${type} at ${at}`, 'no such event'));
}

/** A row of an earlier version lacks labels until the next event about the message. A missing label does not count as a difference. */
function withLabelsOf(folded: MessageStatus | undefined, status: MessageStatus): MessageStatus {
  return { ...status, labels: { ...folded?.labels, ...status.labels } };
}

/** The precedence repeats the type, the time, the event and its provider, so all of them must agree. */
function contradictionIn(status: MessageStatus): { expected: string; found: string } | undefined {
  const { type, occurredAt, eventId: id, provider, times } = status;
  if (!statusTypes.includes(type)) return { expected: 'a known status', found: String(type) };
  const precedence = precedenceOf({ type, occurredAt, id, provider });
  if (precedence !== status.precedence)
    return { expected: `precedence ${precedence}`, found: `precedence ${status.precedence}` };
  if ((times[type] ?? '') < occurredAt)
    return {
      expected: `${type} seen at ${occurredAt}`,
      found: `${type} seen at ${times[type] ?? 'no time'}`,
    };
  return undefined;
}

function inWords({ type, occurredAt, eventId }: MessageStatus): string {
  return `${type} at ${occurredAt} by event ${eventId}`;
}

function inFull(status: MessageStatus): string {
  const { times, labels } = status;
  const seen = Object.entries(times).map(([type, at]) => `${type} ${at}`);
  const labelled = Object.entries(labels).map(([name, label]) => `, ${name} ${JSON.stringify(label)}`);
  return `${inWords(status)} (seen ${seen.join(', ')}${labelled.join('')})`;
}
