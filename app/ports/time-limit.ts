/** For work that has to answer in time, such as behind an HTTP API. */
export type TimeLimit = {
  /** False when the answer is due: what was found so far is then returned. */
  readonly hasTime: () => boolean;
};

/** For callers that nobody is waiting for. */
export const noTimeLimit: TimeLimit = { hasTime: () => true };
