import { type Moment, momentFromMillis } from '../../core/moment.ts';
import type { Cause } from '../../core/suppression.ts';

export type AuditSettings = {
  readonly now: Date;
  /** Days that an event row is kept, and a status row. */
  readonly windowDays: number;
  readonly retentionDays: number;
  /** The causes that this stack suppresses for. Evidence of other causes is not stored. */
  readonly causes: readonly Cause[];
};

export const dayMillis = 86_400_000;
/** Clocks differ, so within this time of the end of the window an event may or may not have expired. */
const edgeMillis = 3_600_000;
/** An event whose time is further ahead of its receipt is not stored. */
const maxAheadMillis = dayMillis;
/** Four days in the queue and fourteen as a dead letter: a status can be written this long after its event row. */
const maxQueuedMillis = 18 * dayMillis;

/** When something happened, and when its row was written. */
type Recorded = { readonly occurredAt: string; readonly recordedAt?: string };

/**
 * Whether the event behind a row must still have a row of its own. It expires by the time when it was stored, not by its
 * own time, which can be months earlier.
 */
export function mustHaveEvent({ occurredAt, recordedAt }: Recorded, settings: AuditSettings): boolean {
  return (
    occurredAt >= keptSince(settings, maxAheadMillis) ||
    (recordedAt !== undefined && recordsAllEvents(recordedAt, settings))
  );
}

/** Whether no event of a row that was first written at this time can have expired. */
export function recordsAllEvents(firstWrittenAt: string, settings: AuditSettings): boolean {
  return firstWrittenAt >= keptSince(settings, maxQueuedMillis);
}

function keptSince({ now, windowDays }: AuditSettings, marginMillis: number): Moment {
  return momentFromMillis(now.getTime() - windowDays * dayMillis + edgeMillis + marginMillis);
}
