/** One thing that was looked at. */
export type Finding = {
  readonly what: string;
  readonly state: 'well' | 'unwell' | 'unknown';
  /** What was found, in a few words. */
  readonly found: string;
  /** The command that repairs it. */
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
