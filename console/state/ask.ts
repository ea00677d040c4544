import { signal } from '@preact/signals';

/** What the API says when it refuses, or what is wrong when it does not answer. `status` is 0 then. */
export class Trouble extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
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

export async function send(path: string, { method = 'GET', body, signal }: Request): Promise<Response> {
  const response = await reach(path, {
    method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(tokenSource && { authorization: `Bearer ${await tokenSource()}` }),
    },
  });
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
