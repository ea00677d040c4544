import { type Answer, type RefusalCode, type RefusalKind, refusalKinds } from '../app/answer.ts';
import { programName } from './program-name.ts';

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
  /** As shells have it: 128 and the number of the signal. */
  interrupted: 130,
} as const;

const exitCodeOf: Readonly<Record<RefusalKind, number>> = {
  'bad-input': exitCodes.usage,
  unknown: exitCodes.no,
  no: exitCodes.no,
};

/** What to do about a refusal on the command line. */
const hints: Readonly<Partial<Record<RefusalCode, string>>> = {
  'cursor-invalid': 'pass the cursor that --json printed, with the same options',
  'letters-not-chosen': 'add --all, or --provider or --reason',
  'name-invalid': 'pass yours with --by',
  'time-invalid': 'a time relative to now, such as -30d, works too',
  'message-unknown': `check the id, or run \`${programName} doctor\``,
  'endpoint-paused': `resume it first: \`${programName} webhooks resume NAME\``,
  'complaint-not-acknowledged': 'add --acknowledge-complaint to release it anyway',
};

/** The value of an answer. Throws a refusal as a problem that names its subject. */
export function valueOrProblem<Value>(subject: string, answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  const hint = hints[code];
  throw new Problem(`${subject}: ${hint ? `${detail}; ${hint}` : detail}`, exitCodeOf[refusalKinds[code]]);
}
