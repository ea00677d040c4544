import type { EmailEvent } from '../events/email-event.ts';
import { foldStatus, type MessageStatus } from '../events/fold-status.ts';
import { touchesStatus } from '../events/precedence.ts';
import { type SuppressionEntry, suppressionEntryOf } from '../events/suppression.ts';
import { eventRowKey, rowName, type StatusKey, statusRowKey } from '../store/keys.ts';
import type { Write } from '../store/store.ts';
import { suppressionRowKey } from '../store/suppression-row.ts';

/** The events of one queue message. */
export type Reading = { readonly receivedAt: Date; readonly events: readonly EmailEvent[] };

export type Plan = {
  readonly writes: readonly Write[];
  /** For each reading, the writes that must be done before its message may be acknowledged. */
  readonly needs: readonly ReadonlySet<number>[];
};

/**
 * Writes each event once however often the batch holds it, and each status once for all its events: calls are what
 * costs. The writes of earlier messages come first, so that those are complete when time runs out.
 */
export function planWrites(
  readings: readonly Reading[],
  isRecorded: (entry: SuppressionEntry) => boolean = () => true,
): Plan {
  const writes = new Map<string, { index: number; write: Write }>();
  const statuses = new Map<string, { key: StatusKey; status: MessageStatus }>();
  const needs = readings.map(() => new Set<number>());

  const need = (reading: number, key: string, makeWrite: () => Write) => {
    const planned = writes.get(key) ?? { index: writes.size, write: makeWrite() };
    writes.set(key, planned);
    needs[reading]?.add(planned.index);
  };

  for (const [reading, { receivedAt, events }] of readings.entries()) {
    for (const event of events) {
      need(reading, rowName(eventRowKey(event)), () => ({ type: 'event', event, arrival: { receivedAt } }));
      const entry = suppressionEntryOf(event);
      if (entry && isRecorded(entry))
        need(reading, rowName(suppressionRowKey(entry)), () => ({ type: 'suppression', entry }));
      if (!event.recipient || !touchesStatus(event)) continue;
      const key = { messageId: event.messageId, recipient: event.recipient };
      const id = rowName(statusRowKey(key));
      const status = foldStatus(statuses.get(id)?.status, event);
      if (!status) continue;
      statuses.set(id, { key, status });
      need(reading, id, () => ({ type: 'status', key, status }));
    }
  }

  return {
    needs,
    writes: [...writes].map(([id, { write }]) => withFoldedStatus(write, statuses.get(id)?.status)),
  };
}

/** The fold goes on after its write was planned; what is written is its end. */
function withFoldedStatus(write: Write, status: MessageStatus | undefined): Write {
  return write.type === 'status' && status ? { ...write, status } : write;
}
