/** Something a person can put right: shown as one line, without a stack. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What scripts can rely on. */
export const exitCodes = {
  /** Asked for something that is not there, or an answer that is a no. */
  no: 1,
  /** The command was called in a way it does not understand. */
  usage: 2,
  /** The stack could not be reached, or something failed on the way. */
  failure: 3,
} as const;
