import { expect } from 'vitest';
import { signedHeaders } from '../../client/sign.ts';
import type { Operation } from '../../lambdas/api/define.ts';
import { operations } from '../../lambdas/api/operations.ts';
import { statusOf } from '../../lambdas/api/problem.ts';
import { problem } from '../../lambdas/api/schemas.ts';
import type { Stack } from './stack.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

export type ApiReply = {
  readonly status: number;
  readonly type: string;
  readonly body: Record<string, unknown>;
};

/** Calls the API as a program with IAM credentials would, or without a signature. The answer has to be as documented. */
export async function callApi(
  stack: Pick<Stack, 'apiUrl'>,
  method: string,
  path: string,
  body?: unknown,
  { isSigned = true }: { isSigned?: boolean } = {},
): Promise<ApiReply> {
  const url = new URL(stack.apiUrl + path);
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method, url, headers: {}, body: text };
  const headers = isSigned
    ? await signedHeaders(request, { credentials, region: 'us-east-1', now: new Date() })
    : {};
  const response = await fetch(url, { method, headers, ...(text !== '' && { body: text }) });
  const reply = {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: (await response.json()) as Record<string, unknown>,
  };
  const operation = operations.find((each) => each.method === method && isAt(each.path, url.pathname));
  if (operation && isSigned) expectDocumented(reply, operation);
  return reply;
}

/** A fixed part is more specific than a variable one. */
function isAt(template: string, pathname: string): boolean {
  if (operations.some(({ path }) => path === pathname)) return template === pathname;
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
}

function expectDocumented({ status, type, body }: ApiReply, { id, answer, refusals }: Operation): void {
  if (status === 200) {
    expect(type).toBe('application/json');
    // A field that the schema does not have would be missing from the parsed answer.
    expect(answer.parse(body)).toEqual(body);
    return;
  }
  expect(type).toBe('application/problem+json');
  const { code } = problem.parse(body);
  const documented = [
    ...refusals.filter((each) => statusOf(each) === status),
    'request-invalid',
    'internal-error',
  ];
  expect(documented, `the refusals of ${id} in lambdas/api/operations.ts`).toContain(code);
}
