import type { Answer, RefusalCode } from '../app/answer.ts';

/** Something the user can put right: shown as one line, without a stack trace. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Scripts rely on these. */
export const exitCodes = {
  /** The answer is no, or there is nothing to answer about. */
  no: 1,
  /** Wrong arguments or options. */
  usage: 2,
  /** The stack cannot be reached, or something else failed. */
  failure: 3,
} as const;

/** The exit code of each refusal, and what to do about it on the command line. */
const refusals: Readonly<Record<RefusalCode, { readonly exitCode: number; readonly hint?: string }>> = {
  'not-an-address': { exitCode: exitCodes.usage },
  'cursor-invalid': {
    exitCode: exitCodes.usage,
    hint: 'pass the cursor that --json printed, with the same options',
  },
  'message-unknown': {
    exitCode: exitCodes.no,
    hint: 'check the id, or run `npm run mailfold -- doctor`',
  },
  'manual-switched-off': { exitCode: exitCodes.no },
  'nothing-to-release': { exitCode: exitCodes.no },
  'complaint-not-acknowledged': {
    exitCode: exitCodes.no,
    hint: 'add --acknowledge-complaint to release it anyway',
  },
};

/** The value of an answer. Throws a refusal as a problem that names its subject. */
export function valueOrProblem<Value>(subject: string, answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  const { exitCode, hint } = refusals[code];
  throw new Problem(`${subject}: ${hint ? `${detail}; ${hint}` : detail}`, exitCode);
}
