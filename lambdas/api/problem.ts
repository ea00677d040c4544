/** What went wrong, as RFC 9457 wants it told. */
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

export function notFound(detail: string): ApiProblem {
  return new ApiProblem(404, 'Not found', detail);
}
