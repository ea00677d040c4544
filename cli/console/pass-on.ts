import type { IncomingMessage } from 'node:http';
import { notKept } from '../../serving/security-headers.ts';
import { type ConsoleAnswer, problemAnswer, readAtMost } from './answer.ts';

export type SignedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The API that the console asks, as the person who runs the program. */
export type ConsoleApi = {
  /** Without a trailing slash. */
  readonly url: string;
  /** The headers of the request, with a signature. */
  readonly sign: (request: SignedRequest) => Promise<Record<string, string>>;
};

const methods = ['GET', 'PUT', 'POST', 'DELETE'];
/** What a page may say to the API, and the API to the page. Nothing else passes: no cookie, no other header. */
const passedHeaders = ['content-type', 'idempotency-key', 'if-none-match'];
const returnedHeaders = ['content-type', 'etag', 'retry-after'];
const largestBody = 1_024 * 1_024;
/** API Gateway waits 30 seconds for a function. */
const patienceMillis = 31_000;

/** Passes a request of the console's page on to the API, signed, and its answer back. */
export async function passOn(request: IncomingMessage, api: ConsoleApi): Promise<ConsoleAnswer> {
  const { method = 'GET' } = request;
  if (!methods.includes(method))
    return problemAnswer(405, 'Method not allowed', 'method-unknown', `expected ${methods.join(', ')}`);
  // Resolves the steps `.` and `..`, also when they are encoded.
  const url = URL.parse(`${api.url}${request.url ?? '/'}`);
  if (!url?.pathname.startsWith(`${new URL(api.url).pathname.replace(/\/$/, '')}/v1/`))
    return problemAnswer(404, 'Not found', 'route-unknown', 'the console asks only what is under /v1');
  const body = await readAtMost(request, largestBody);
  if (body === undefined)
    return problemAnswer(413, 'Too large', 'request-invalid', `expected at most ${largestBody} bytes`);
  try {
    return await answerOf(
      { method, url, headers: picked(passedHeaders, (name) => request.headers[name]?.toString()), body },
      api,
    );
  } catch (error) {
    return problemAnswer(502, 'No answer', 'no-answer', `no answer from ${url.origin}: ${reasonOf(error)}`);
  }
}

async function answerOf(request: SignedRequest, { sign }: ConsoleApi): Promise<ConsoleAnswer> {
  const { method, url, body } = request;
  const response = await fetch(url, {
    method,
    headers: await sign(request),
    // A signature is good for one host.
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMillis),
    ...(body !== '' && { body }),
  });
  return {
    status: response.status,
    headers: { ...picked(returnedHeaders, (name) => response.headers.get(name)), ...notKept },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function picked(
  names: readonly string[],
  read: (name: string) => string | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
}

/** fetch says only that it failed, and why in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
