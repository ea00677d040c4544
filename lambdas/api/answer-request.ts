import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Operation } from './define.ts';
import { ApiProblem, badRequest, ourTrouble, problemBody, roleMissing, valueOrProblem } from './problem.ts';

/** A request that API Gateway has authenticated. */
type ApiRequest = {
  readonly routeKey: string;
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The path as it was sent, or decoded: API Gateway does not say. */
  readonly rawPath: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The header Idempotency-Key: the same for every try of one request. */
  readonly requestId?: string;
  /** Undefined when API Gateway let nobody in. */
  readonly caller: Caller | undefined;
};

type ApiAnswer = { readonly status: number; readonly type: string; readonly body: unknown };

/** Validates the request, runs its use case, and reports every problem as an RFC 9457 object. */
export async function answerRequest<Ports>(
  request: ApiRequest,
  operations: readonly Operation<Ports>[],
  ports: Ports,
  onFailure: (error: unknown) => void,
): Promise<ApiAnswer> {
  try {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === request.routeKey);
    if (!operation)
      throw new ApiProblem(404, 'Not found', 'route-unknown', 'no route has this method and path');
    const caller = permitted(request.caller, operation);
    const input = {
      path: checked(operation.input.path, decoded(request), 'path'),
      query: checked(operation.input.query, request.query, 'query'),
      body: checked(operation.input.body, parsed(request.body), 'body'),
      requestId: request.requestId,
      caller,
    };
    const body = valueOrProblem(await operation.act(input, ports));
    return { status: 200, type: 'application/json', body };
  } catch (error) {
    if (!(error instanceof ApiProblem)) onFailure(error);
    const problem = error instanceof ApiProblem ? error : ourTrouble;
    return { status: problem.status, type: 'application/problem+json', body: problemBody(problem) };
  }
}

/** Who asks, if that person may: roles are checked here, whatever the page shows. */
function permitted(caller: Caller | undefined, { role }: Pick<Operation, 'role'>): Caller {
  if (caller?.roles.includes(role)) return caller;
  throw roleMissing(role, (caller?.roles.length ?? 0) > 0);
}

/** The error names the field and never quotes its value: the answer may end up in the caller's log. */
function checked(shape: z.ZodType, value: unknown, where: string): unknown {
  const result = shape.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw badRequest(`${[where, ...(first?.path ?? [])].join('.')}: ${first?.message ?? 'invalid'}`);
}

/** In place of zod's own text, which is for programmers. */
function inWords({ code, input, ...issue }: z.core.$ZodRawIssue): string {
  const expected =
    kinds[String(issue['expected'])] ?? (code === 'invalid_type' ? 'another type' : 'another value');
  return input === undefined ? `missing; expected ${expected}` : `expected ${expected}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  stringbool: 'true or false',
};

/** Some kinds of API decode path parameters and some do not. */
function decoded({ path, rawPath }: Pick<ApiRequest, 'path' | 'rawPath'>): ApiRequest['path'] {
  const sent = rawPath.split('/');
  // What the path has in another form is decoded already. Decoded twice, `id%2Fx` would be another id.
  const isDecoded = (text: string) => sent.some((part) => part !== text && decodedOrSame(part) === text);
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [
      name,
      // An address with an @ is decoded too. Decoded twice, it could become the address of somebody else.
      value === undefined || isDecoded(value) || (name === 'address' && value.includes('@'))
        ? value
        : decodedOrSame(value),
    ]),
  );
}

function decodedOrSame(text: string): string {
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
