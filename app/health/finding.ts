import type { HealthSubject, Repair } from '../ports/health.ts';

/** What a check found out about one step of an event's way, or about one provider. */
export type Finding = {
  readonly kind: 'step' | 'provider';
  readonly what: string;
  /** `unknown`: nothing is wrong, but nothing shows that it works. */
  readonly state: 'well' | 'unwell' | 'unknown';
  /** A few words that continue `what`. */
  readonly found: string;
  /** Since when it is so, if that is known. For a provider, when its last event was stored. */
  readonly since?: string;
  /** The command that repairs it, or what to read. */
  readonly repair?: string;
};

export type Findings = {
  well(found: string, since?: Date): Finding;
  unknown(found: string, since?: Date): Finding;
  unwell(found: string, repair: Repair, since?: Date): Finding;
};

/** Makes findings about one step or provider. */
export function findingsOf(what: string, kind: Finding['kind'], { commandFor }: HealthSubject): Findings {
  const dated = (since?: Date) => (since ? { since: since.toISOString() } : {});
  return {
    well: (found, since) => ({ kind, what, state: 'well', found, ...dated(since) }),
    unknown: (found, since) => ({ kind, what, state: 'unknown', found, ...dated(since) }),
    unwell: (found, repair, since) => ({
      kind,
      what,
      state: 'unwell',
      found,
      ...dated(since),
      repair: commandFor(repair),
    }),
  };
}
