/** One thing in the store that is not as the stored events say. */
export type Difference = {
  readonly what: 'event' | 'status' | 'suppression';
  /** The row: its table's key, in words. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

export type AuditSettings = {
  /** What happened since then must still be there as an event row. */
  readonly eventsKeptSince: string;
};

/** Clocks differ, and a row expires by ours: at the very edge of the window nothing is asked for. */
const edgeMillis = 3_600_000;

export function auditSettings(now: Date, windowDays: number): AuditSettings {
  return {
    eventsKeptSince: new Date(now.getTime() - windowDays * 86_400_000 + edgeMillis).toISOString(),
  };
}
