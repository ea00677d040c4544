import type { CallOptions } from './call-options.ts';
import type { Credentials } from './credentials.ts';
import { errorOf, MailfoldError } from './mailfold-error.ts';
import { pause, pauseMillis } from './pause.ts';
import type { ApiRequest, Route } from './request.ts';
import { signedHeaders } from './sign.ts';

export type Sending = {
  readonly region: string;
  readonly credentials: () => Promise<Credentials>;
  readonly timeoutMillis: number;
  readonly maxTries: number;
  readonly fetch: typeof fetch;
};

/** Sends a request, again if that can help and cannot harm, and returns the body of the answer. */
export async function send(
  request: ApiRequest,
  repeats: Route['repeats'],
  sending: Sending,
  options: CallOptions,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const { body, error, retryAfter } = await tryOnce(request, sending, options);
    if (!error) return body;
    if (tries >= sending.maxTries || !isWorthRepeating(error, repeats)) throw error;
    await pause(pauseMillis(tries, retryAfter), options.signal);
  }
}

/** A 429 was not carried out. After a 5xx, or without an answer, nobody knows. */
function isWorthRepeating({ code, status = 0 }: MailfoldError, repeats: Route['repeats']): boolean {
  if (status === 429) return true;
  return repeats !== 'never' && (status >= 500 || code === 'no-answer' || code === 'timeout');
}

type Outcome = {
  readonly body?: unknown;
  readonly error?: MailfoldError;
  /** The header of the same name. */
  readonly retryAfter?: string | null;
};

async function tryOnce(request: ApiRequest, sending: Sending, options: CallOptions): Promise<Outcome> {
  const { signal, timeoutMillis = sending.timeoutMillis } = options;
  signal?.throwIfAborted();
  const credentials = await sending.credentials();
  const headers = await signedHeaders(request, { credentials, region: sending.region, now: new Date() });
  const timeout = AbortSignal.timeout(timeoutMillis);
  try {
    const response = await sending.fetch(request.url, {
      method: request.method,
      headers,
      // A signature is good for one host.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(request.body !== '' && { body: request.body }),
    });
    return await readAnswer(response);
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: withoutAnswer(cause, timeout.aborted ? timeoutMillis : undefined, request.url) };
  }
}

async function readAnswer(response: Response): Promise<Outcome> {
  const { status } = response;
  const body = parsed(await response.text());
  if (!response.ok) return { error: errorOf(status, body), retryAfter: response.headers.get('retry-after') };
  if (body === undefined)
    return {
      error: new MailfoldError('unexpected-answer', 'expected JSON; check the URL', { status }),
    };
  return { body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutAnswer(cause: unknown, timedOutAfter: number | undefined, { origin }: URL): MailfoldError {
  if (timedOutAfter !== undefined)
    return new MailfoldError('timeout', `no answer from ${origin} within ${timedOutAfter} ms`, { cause });
  // fetch says only that it failed, and why in the cause.
  const { message, cause: why } = cause as Error;
  const reason = why instanceof Error && why.message !== '' ? why.message : message;
  return new MailfoldError('no-answer', `no answer from ${origin}: ${reason}`, { cause });
}
