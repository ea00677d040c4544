import type { Address } from '../../core/ids.ts';
import type { AuditedMessage, Renormalize } from '../ports/audit.ts';
import type { StoredEvent } from '../ports/store.ts';
import type { Finding } from './difference.ts';
import { judgeEvent } from './judge-event.ts';
import { judgeStatus } from './judge-status.ts';
import type { AuditSettings } from './settings.ts';

type ComparedMessage = {
  readonly findings: readonly Finding[];
  readonly events: readonly StoredEvent[];
  readonly recipients: readonly Address[];
  /** Number of payloads that could not be compared. */
  readonly unchecked: number;
};

/** Compares the statuses of one message with its events and, when `renormalize` is given, the events with their payloads. */
export function compareMessage(
  { messageId, statuses, events: rows }: AuditedMessage,
  settings: AuditSettings,
  renormalize?: Renormalize,
): ComparedMessage {
  const judged = rows.map((row) => judgeEvent(row, settings, renormalize));
  const events = judged.flatMap(({ event }) => event ?? []);
  const misread = judged.flatMap((each) => each.misread ?? []);
  const named = events.flatMap(({ recipient }) => recipient ?? []);
  const recipients = [...new Set([...statuses.map(({ recipient }) => recipient), ...named])].sort();
  const ofStatuses = recipients.flatMap((recipient) => {
    const isOwn = (event: StoredEvent) => event.recipient === recipient;
    return judgeStatus(
      {
        messageId,
        recipient,
        row: statuses.find((each) => each.recipient === recipient),
        events: events.filter(isOwn),
        misread: misread.filter(isOwn),
      },
      settings,
    );
  });
  return {
    findings: [...judged.flatMap(({ findings }) => findings), ...ofStatuses],
    events,
    recipients,
    unchecked: judged.filter(({ isUnchecked }) => isUnchecked).length,
  };
}
