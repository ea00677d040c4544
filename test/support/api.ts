import { signer } from '../../client/sign.ts';
import type { Stack } from './stack.ts';

const sign = signer('us-east-1', { accessKeyId: 'test', secretAccessKey: 'test' });

export type ApiReply = {
  readonly status: number;
  readonly type: string;
  readonly body: Record<string, unknown>;
};

/** Calls the API as a program with IAM credentials would, or without a signature. */
export async function callApi(
  stack: Pick<Stack, 'apiUrl'>,
  method: string,
  path: string,
  body?: unknown,
  { isSigned = true }: { isSigned?: boolean } = {},
): Promise<ApiReply> {
  const url = new URL(stack.apiUrl + path);
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = isSigned ? await sign({ method, url, body: text }) : {};
  const response = await fetch(url, { method, headers, ...(text !== '' && { body: text }) });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: (await response.json()) as Record<string, unknown>,
  };
}
