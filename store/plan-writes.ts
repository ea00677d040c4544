import type { EmailEvent } from '../core/email-event.ts';
import { foldStatus, type MessageStatus } from '../core/fold-status.ts';
import { type Moment, momentFromMillis } from '../core/moment.ts';
import { touchesStatus } from '../core/precedence.ts';
import { type SuppressionEntry, suppressionEntryOf } from '../core/suppression.ts';
import type { Arrival } from './event-row.ts';
import { rowName, secondEventRowKey, statusRowKey } from './keys.ts';
import type { Write } from './store.ts';
import { joinRows, type SuppressionRow, suppressionRows } from './suppression-rows.ts';

/** The events of one queue message. */
export type Reading = Arrival & { readonly events: readonly EmailEvent[] };

type Plan = {
  readonly writes: readonly Write[];
  /** For each reading, the writes that must be done before its message may be acknowledged. */
  readonly needs: readonly ReadonlySet<number>[];
};

/**
 * Plans one write for each event, however often the batch contains it, and one for each status, because every call costs
 * CPU. The writes of earlier messages come first, so that those are complete when time runs out.
 */
export function planWrites(
  readings: readonly Reading[],
  isRecorded: (entry: SuppressionEntry) => boolean = () => true,
): Plan {
  const writes = new Map<string, Write>();
  const places = new Map<string, number>();
  const needs = readings.map(() => new Set<number>());

  const need = (reading: number, write: Write) => {
    const place = places.get(write.name) ?? places.size;
    places.set(write.name, place);
    needs[reading]?.add(place);
    // Every event adds to the status of its message and to the rows of its recipient. An event's own row is the same each time.
    if (write.type !== 'event' || !writes.has(write.name)) writes.set(write.name, write);
  };

  for (const [reading, { receivedAt, imported, events }] of readings.entries()) {
    for (const event of events) {
      need(reading, {
        name: rowName(secondEventRowKey(event)),
        type: 'event',
        event,
        arrival: { receivedAt, ...(imported && { imported }) },
      });
      const entry = suppressionEntryOf(event);
      for (const row of entry && isRecorded(entry) ? suppressionRows(entry) : []) {
        const name = rowName(row.key);
        const planned = writes.get(name);
        need(reading, {
          name,
          type: 'suppression',
          row: joinRows(rowIn(planned), row),
          ...(imported && isOnlyImported(planned) && { imported }),
        });
      }
      if (!event.recipient || !touchesStatus(event)) continue;
      const key = { messageId: event.messageId, recipient: event.recipient };
      const name = rowName(statusRowKey(key));
      const planned = writes.get(name);
      const status = foldStatus(statusIn(planned), event);
      // A message of the past is listed among those of its time, not among those of the day of its import.
      const firstSeenAt = imported && earlierOf(event.occurredAt, planned, receivedAt);
      if (status) need(reading, { name, type: 'status', key, status, ...(firstSeenAt && { firstSeenAt }) });
    }
  }
  return { needs, writes: [...writes.values()] };
}

/** Whether nothing but imported events has led to this write so far. */
function isOnlyImported(write: Write | undefined): boolean {
  return write === undefined || (write.type === 'suppression' && write.imported === true);
}

/** Undefined when an event that was not imported shows that the message is of today. */
function earlierOf(occurredAt: Moment, write: Write | undefined, receivedAt: Date): Moment | undefined {
  const planned = write?.type === 'status' ? write.firstSeenAt : occurredAt;
  if (planned === undefined) return undefined;
  const [first] = [occurredAt, planned, momentFromMillis(receivedAt.getTime())].sort();
  return first;
}

function rowIn(write: Write | undefined): SuppressionRow | undefined {
  return write?.type === 'suppression' ? write.row : undefined;
}

function statusIn(write: Write | undefined): MessageStatus | undefined {
  return write?.type === 'status' ? write.status : undefined;
}
