import type { Answer, RefusalCode } from '../app/answer.ts';

/** Something a person can put right: shown as one line, without a stack trace. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What scripts can rely on. */
export const exitCodes = {
  /** What was asked for does not exist, or the answer is no. */
  no: 1,
  /** The command was called in a way it does not understand. */
  usage: 2,
  /** The stack could not be reached, or something failed on the way. */
  failure: 3,
} as const;

/** How each refusal of a use case ends a command, and what can be done about it on the command line. */
const refusals: Readonly<Record<RefusalCode, { readonly exitCode: number; readonly hint?: string }>> = {
  'not-an-address': { exitCode: exitCodes.usage },
  'cursor-invalid': { exitCode: exitCodes.usage },
  'message-unknown': { exitCode: exitCodes.no },
  'manual-switched-off': { exitCode: exitCodes.no },
  'nothing-to-release': { exitCode: exitCodes.no },
  'complaint-not-acknowledged': {
    exitCode: exitCodes.no,
    hint: 'add --acknowledge-complaint to release it anyway',
  },
};

/** The value, or a problem with what was asked for in front of it. */
export function valueOrProblem<Value>(subject: string, answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  const { exitCode, hint } = refusals[code];
  throw new Problem(`${subject}: ${hint ? `${detail}; ${hint}` : detail}`, exitCode);
}
