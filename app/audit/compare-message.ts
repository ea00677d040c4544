import type { Address } from '../../core/ids.ts';
import type { AuditedMessage } from '../ports/audit.ts';
import type { StoredEvent } from '../ports/store.ts';
import { compareStatus } from './compare-status.ts';
import type { AuditSettings, Difference } from './difference.ts';

type ComparedMessage = {
  readonly differences: readonly Difference[];
  readonly events: readonly StoredEvent[];
  readonly recipients: readonly Address[];
};

/** Compares the statuses of one message with its events. */
export function compareMessage(message: AuditedMessage, settings: AuditSettings): ComparedMessage {
  const { messageId, statuses } = message;
  const events = message.events.flatMap((row) => ('event' in row ? [row.event] : []));
  const unreadable = message.events.flatMap((row) =>
    'problem' in row ? [{ what: 'event' as const, where: row.place, ...row.problem }] : [],
  );
  const named = events.flatMap(({ recipient }) => recipient ?? []);
  const recipients = [...new Set([...statuses.map(({ recipient }) => recipient), ...named])].sort();
  const differences = recipients.flatMap((recipient): Difference[] => {
    const where = `${messageId} ${recipient}`;
    const stored = statuses.find((each) => each.recipient === recipient);
    const own = events.filter((event) => event.recipient === recipient);
    return [
      ...(stored?.problem ? [{ what: 'status' as const, where, ...stored.problem }] : []),
      ...compareStatus(where, stored?.status, own, settings),
    ];
  });
  return { differences: [...unreadable, ...differences], events, recipients };
}
