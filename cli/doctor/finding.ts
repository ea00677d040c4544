/** What a check found out about one thing. */
export type Finding = {
  readonly what: string;
  readonly state: 'well' | 'unwell' | 'unknown';
  /** A few words that continue `what`. */
  readonly found: string;
  /** The command that repairs it, or what to read. */
  readonly repair?: string;
};

export function well(what: string, found: string): Finding {
  return { what, state: 'well', found };
}

export function unwell(what: string, found: string, repair: string): Finding {
  return { what, state: 'unwell', found, repair };
}

export function unknown(what: string, found: string): Finding {
  return { what, state: 'unknown', found };
}
