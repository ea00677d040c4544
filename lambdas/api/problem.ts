import { type Answer, type RefusalCode, type RefusalKind, refusalKinds } from '../../app/answer.ts';

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

/** The status and title of each kind of refusal. */
const kinds: Readonly<Record<RefusalKind, { readonly status: number; readonly title: string }>> = {
  'bad-input': { status: 400, title: 'Bad request' },
  unknown: { status: 404, title: 'Not found' },
  no: { status: 409, title: 'Conflict' },
};

/** A more telling title, and what the caller can change in the request. */
const particulars: Readonly<
  Partial<Record<RefusalCode, { readonly title?: string; readonly hint?: string }>>
> = {
  'cursor-invalid': { hint: 'leave it out to start again' },
  'manual-switched-off': { title: 'Manual suppression is switched off' },
  'nothing-to-release': { title: 'Nothing to release' },
  'complaint-not-acknowledged': {
    title: 'Complaint not acknowledged',
    hint: 'send acknowledgeComplaint: true to release it anyway',
  },
};

export function valueOrProblem<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  const { hint, ...particular } = particulars[code] ?? {};
  const { status, title } = { ...kinds[refusalKinds[code]], ...particular };
  throw new ApiProblem(status, title, hint ? `${detail}; ${hint}` : detail);
}
