import type { Answer, RefusalCode } from '../../app/answer.ts';

/** An error that the caller sees, as an RFC 9457 problem object. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly title: string;

  constructor(status: number, title: string, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

export function badRequest(detail: string): ApiProblem {
  return new ApiProblem(400, 'Bad request', detail);
}

/** The status and title for each refusal of a use case, and what the caller can change in the request. */
const problems: Readonly<
  Record<RefusalCode, { readonly status: number; readonly title: string; readonly hint?: string }>
> = {
  'not-an-address': { status: 400, title: 'Bad request' },
  'cursor-invalid': { status: 400, title: 'Bad request' },
  'message-unknown': { status: 404, title: 'Not found' },
  'manual-switched-off': { status: 409, title: 'Manual suppression is switched off' },
  'nothing-to-release': { status: 409, title: 'Nothing to release' },
  'complaint-not-acknowledged': {
    status: 409,
    title: 'Complaint not acknowledged',
    hint: 'send acknowledgeComplaint: true to release it anyway',
  },
};

export function valueOrProblem<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  const { status, title, hint } = problems[code];
  throw new ApiProblem(status, title, hint ? `${detail}; ${hint}` : detail);
}
