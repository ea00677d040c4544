import type { z } from 'zod';
import type { ApiDependencies } from '../../app/ports.ts';
import type { Operation } from './operations.ts';
import { ApiProblem, badRequest } from './problem.ts';

/** A request as API Gateway hands it over, of which it has checked who sent it. */
export type ApiRequest = {
  readonly routeKey: string;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The ARN of the caller. */
  readonly caller: string;
};

export type ApiAnswer = { readonly status: number; readonly type: string; readonly body: unknown };

/** Checks what came, acts, and tells in one form what went wrong. */
export async function answerRequest(
  request: ApiRequest,
  operations: readonly Operation[],
  deps: ApiDependencies,
  onFailure: (error: unknown) => void,
): Promise<ApiAnswer> {
  try {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === request.routeKey);
    if (!operation) throw new ApiProblem(404, 'Not found', 'there is no such route');
    const input = {
      path: checked(operation.input.path, decoded(request.path), 'path'),
      query: checked(operation.input.query, request.query, 'query'),
      body: checked(operation.input.body, parsed(request.body), 'body'),
      caller: request.caller,
    };
    return { status: 200, type: 'application/json', body: await operation.act(input, deps) };
  } catch (error) {
    if (!(error instanceof ApiProblem)) onFailure(error);
    const { status, title, message } =
      error instanceof ApiProblem
        ? error
        : new ApiProblem(500, 'Internal error', 'something failed on our side; try again');
    return {
      status,
      type: 'application/problem+json',
      body: { type: 'about:blank', title, status, detail: message },
    };
  }
}

/** What came is named by its place and never quoted: an answer may end in somebody's log. */
function checked(shape: z.ZodType, value: unknown, where: string): unknown {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw badRequest(`${[where, ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'not as expected'}`);
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
    throw badRequest('body: expected JSON, found another text');
  }
}
