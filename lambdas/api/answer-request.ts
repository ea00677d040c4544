import type { z } from 'zod';
import type { ApiPorts, Operation } from './operations.ts';
import { ApiProblem, badRequest, valueOrProblem } from './problem.ts';

/** A request as API Gateway hands it over, once it has checked who sent it. */
type ApiRequest = {
  readonly routeKey: string;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The ARN of the caller. */
  readonly caller: string;
};

type ApiAnswer = { readonly status: number; readonly type: string; readonly body: unknown };

/** Checks the request, has its use case answer, and reports every problem in one form. */
export async function answerRequest(
  request: ApiRequest,
  operations: readonly Operation[],
  ports: ApiPorts,
  onFailure: (error: unknown) => void,
): Promise<ApiAnswer> {
  try {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === request.routeKey);
    if (!operation) throw new ApiProblem(404, 'Not found', 'no such route');
    const input = {
      path: checked(operation.input.path, decoded(request.path), 'path'),
      query: checked(operation.input.query, request.query, 'query'),
      body: checked(operation.input.body, parsed(request.body), 'body'),
      caller: request.caller,
    };
    const body = valueOrProblem(await operation.act(input, ports));
    return { status: 200, type: 'application/json', body };
  } catch (error) {
    if (!(error instanceof ApiProblem)) onFailure(error);
    const { status, title, message } =
      error instanceof ApiProblem
        ? error
        : new ApiProblem(500, 'Internal error', 'something failed on our side; try again later');
    return {
      status,
      type: 'application/problem+json',
      body: { type: 'about:blank', title, status, detail: message },
    };
  }
}

/** Names the place of what is wrong and never quotes it: an answer can end in somebody's log. */
function checked(shape: z.ZodType, value: unknown, where: string): unknown {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw badRequest(`${[where, ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'invalid'}`);
}

/** Whether API Gateway decodes path parameters depends on the kind of API; decoding once more changes no address. */
function decoded(path: ApiRequest['path']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, value && decodedText(value)]));
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('body: expected JSON');
  }
}
