import type { Cause } from '../../core/suppression.ts';

/** A row that does not match the stored events. */
export type Difference = {
  readonly what: 'event' | 'status' | 'suppression';
  /** The key of the row. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

export type AuditSettings = {
  /** Events from this time on must still have a row. */
  readonly eventsKeptSince: string;
  /** The causes that this stack suppresses for. Evidence of other causes is not stored. */
  readonly causes: readonly Cause[];
};

/** Clocks differ, so within this time of the end of the window an event may or may not have expired. */
const edgeMillis = 3_600_000;

export function auditSettings(now: Date, windowDays: number, causes: readonly Cause[]): AuditSettings {
  const eventsKeptSince = new Date(now.getTime() - windowDays * 86_400_000 + edgeMillis).toISOString();
  return { eventsKeptSince, causes };
}
