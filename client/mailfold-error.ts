import type { Problem } from './api.ts';

/** What went wrong. The first line comes from the API, the rest from API Gateway or from the client itself. */
export type ErrorCode =
  | Problem['code']
  /** 403: no valid signature, or no right to call this route. */
  | 'forbidden'
  /** 413: the request is too large. */
  | 'too-large'
  /** 429: nothing was done. */
  | 'too-many-requests'
  /** 5xx: no function has answered. */
  | 'unavailable'
  /** No connection, or it broke. */
  | 'no-answer'
  | 'timeout'
  /** The answer does not come from Mailfold. */
  | 'unexpected-answer'
  /** There are no credentials to sign with. */
  | 'no-credentials'
  /** A webhook is not signed with this secret, or too old. */
  | 'webhook-invalid'
  /** The secret of a webhook endpoint does not begin with whsec_. */
  | 'secret-invalid'
  // A newer API may have more.
  | (string & {});

type Details = {
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly cause?: unknown;
};

/** Every error of the client. The message is for people and names neither an address nor a secret. */
export class MailfoldError extends Error {
  override readonly name: string = 'MailfoldError';
  readonly code: ErrorCode;
  /** HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The problem object (RFC 9457) that the API answered; undefined when the answer came from elsewhere. */
  readonly problem: Problem | undefined;

  constructor(code: ErrorCode, message: string, { status, problem, cause }: Details = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

/** The error for an answer that is not a success. */
export function errorOf(status: number, body: unknown): MailfoldError {
  if (isProblem(body)) return new MailfoldError(body.code, body.detail, { status, problem: body });
  const { message } = (body ?? {}) as { message?: unknown };
  const said = typeof message === 'string' ? `: ${message}` : '';
  return new MailfoldError(codeOf(status), `${meaningOf(status)} (${status}${said})`, { status });
}

function isProblem(body: unknown): body is Problem {
  const { code, detail } = (body ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

function codeOf(status: number): ErrorCode {
  if (status >= 500) return 'unavailable';
  return byStatus[status]?.code ?? 'unexpected-answer';
}

function meaningOf(status: number): string {
  if (status >= 500) return 'Mailfold is not available; try again later';
  return byStatus[status]?.meaning ?? 'expected an answer of Mailfold; check the URL';
}

/** What API Gateway answers before a function runs. */
const byStatus: Readonly<Record<number, { readonly code: ErrorCode; readonly meaning: string }>> = {
  403: {
    code: 'forbidden',
    meaning:
      'expected credentials with execute-api:Invoke on this route of the API, for the region of the stack',
  },
  404: { code: 'route-unknown', meaning: 'expected an API with this route; check the URL and its version' },
  413: { code: 'too-large', meaning: 'expected a smaller request' },
  429: { code: 'too-many-requests', meaning: 'too many requests; nothing was done' },
};
