import type { Repair } from '../ports/audit.ts';

/** A row that does not match the stored events. */
export type Difference = {
  readonly what: 'event' | 'status' | 'suppression';
  /** The key of the row. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

/** A difference, and what would mend it. All findings of one row share one repair. */
export type Finding = Difference & {
  readonly repair?: Repair;
  /** Why it cannot be mended. */
  readonly hindrance?: string;
};
