import { signal } from '@preact/signals';

/** What the API says when it refuses, or what is wrong when it does not answer. `status` is 0 then. */
export class Trouble extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export function asTrouble(error: unknown): Trouble {
  return error instanceof Trouble ? error : new Trouble(0, 'The console has a fault. Reload the page.');
}

/** Set when the session has ended: nothing works until someone signs in again. */
export const isSignedOut = signal(false);

type TokenSource = () => Promise<string>;
let tokenSource: TokenSource | undefined;

/** Sends an access token with every question from now on. Without one, the browser's cookie says who asks. */
export function askWith(source: TokenSource): void {
  tokenSource = source;
}

type Request = {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Calls the API. Rejects with a `Trouble`. */
export async function ask<Answer>(path: string, request: Request = {}): Promise<Answer> {
  const response = await send(path, request);
  return (await response.json()) as Answer;
}

/** A question that failed on the other side is asked again after these times: a busy function may have started meanwhile. */
const pausesMillis = [400, 1_600];

async function send(path: string, request: Request): Promise<Response> {
  const pauses = request.method === undefined ? pausesMillis : [];
  for (const pause of pauses) {
    const response = await sendOnce(path, request);
    if (response.status < 500) return checked(response);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return checked(await sendOnce(path, request));
}

async function sendOnce(path: string, { method = 'GET', body, signal }: Request): Promise<Response> {
  return reach(path, {
    method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(tokenSource && { authorization: `Bearer ${await tokenSource()}` }),
    },
  });
}

async function checked(response: Response): Promise<Response> {
  if (response.status === 401) isSignedOut.value = true;
  if (!response.ok && response.status !== 304) throw new Trouble(response.status, await detailOf(response));
  return response;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    const hint = tokenSource ? 'Check your connection.' : 'Is `mailfold console` still running?';
    throw new Trouble(0, `The console does not answer. ${hint}`);
  }
}

async function detailOf(response: Response): Promise<string> {
  try {
    const { detail, message } = (await response.json()) as { detail?: string; message?: string };
    return detail ?? message ?? `The API answered ${response.status} without a reason.`;
  } catch {
    return `The API answered ${response.status} without a reason.`;
  }
}
