import { type Answer, type RefusalCode, type RefusalKind, refusalKinds } from '../../app/answer.ts';
import type { Role } from './routes.ts';

/**
 * Problems that no use case reports: the request has another shape, there is no such route, the caller may not use it, or
 * something failed here.
 */
const ownCodes = ['request-invalid', 'route-unknown', 'role-missing', 'internal-error'] as const;

/** What went wrong, for programs. */
export type ProblemCode = RefusalCode | (typeof ownCodes)[number];
export const problemCodes = [...(Object.keys(refusalKinds) as RefusalCode[]), ...ownCodes] as const;

/** An error that the caller sees, as an RFC 9457 problem object. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly code: ProblemCode;

  constructor(status: number, title: string, code: ProblemCode, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
    this.code = code;
  }
}

export function badRequest(detail: string): ApiProblem {
  return new ApiProblem(400, 'Bad request', 'request-invalid', detail);
}

export function roleMissing(role: Role, isMember = true): ApiProblem {
  return new ApiProblem(
    403,
    'Forbidden',
    'role-missing',
    isMember
      ? `expected the role ${role}; ask the operator of this stack for it`
      : 'expected a role in this stack; ask its operator to add you to one of the groups viewer, support and operator',
  );
}

export const ourTrouble = new ApiProblem(
  500,
  'Internal error',
  'internal-error',
  'something failed on our side; try again later',
);

/** The problem as the caller gets it, in `application/problem+json`. */
export function problemBody({ title, status, code, message }: ApiProblem) {
  return { type: 'about:blank', title, status, code, detail: message };
}

/** The status and title of each kind of refusal. */
const kinds: Readonly<Record<RefusalKind, { readonly status: number; readonly title: string }>> = {
  'bad-input': { status: 400, title: 'Bad request' },
  unknown: { status: 404, title: 'Not found' },
  no: { status: 409, title: 'Conflict' },
};

export function statusOf(code: RefusalCode): number {
  return kinds[refusalKinds[code]].status;
}

/** A more telling title, and what the caller can change in the request. */
const particulars: Readonly<
  Partial<Record<RefusalCode, { readonly title?: string; readonly hint?: string }>>
> = {
  'cursor-invalid': { hint: 'leave it out to start again' },
  'request-id-invalid': { hint: 'it is the header Idempotency-Key' },
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
  throw new ApiProblem(status, title, code, hint ? `${detail}; ${hint}` : detail);
}
