import type { Cause } from '../../core/suppression.ts';

/** One thing in the store that does not follow from the stored events. */
export type Difference = {
  readonly what: 'event' | 'status' | 'suppression';
  /** The row: its key in words. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

export type AuditSettings = {
  /** What happened since then must still be there as an event row. */
  readonly eventsKeptSince: string;
  /** The causes that this stack suppresses for; evidence of others is not recorded. */
  readonly causes: readonly Cause[];
};

/** Clocks differ, and a row expires by ours: at the very edge of the window nothing is expected. */
const edgeMillis = 3_600_000;

export function auditSettings(now: Date, windowDays: number, causes: readonly Cause[]): AuditSettings {
  const eventsKeptSince = new Date(now.getTime() - windowDays * 86_400_000 + edgeMillis).toISOString();
  return { eventsKeptSince, causes };
}
