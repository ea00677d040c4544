import { setTimeout as delay } from 'node:timers/promises';
import type { ApiCall } from '../../providers/connection.ts';
import { isObject, listOf, parseJson, stringOf } from '../../providers/json.ts';

/** The status of a call that nobody answered. */
export const unreachable = 0;

/** What the provider's API answered when it did not do what it was asked. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly call: ApiCall;

  constructor(status: number, call: ApiCall, said: string) {
    super(said);
    this.status = status;
    this.call = call;
  }
}

export type ApiClient = {
  /** The answer as JSON. Throws an `ApiRefusal` unless the status is 2xx. */
  send(call: ApiCall): Promise<unknown>;
  /** From now on, this is not shown either. */
  hide(secret: string): void;
  /** The text without the keys that these calls contain. */
  masked(text: string): string;
};

type ApiOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Never shown. */
  readonly apiKey: string;
  readonly pause?: (millis: number) => Promise<unknown>;
};

const timeoutMillis = 30_000;
const maxTries = 4;
const maxPauseMillis = 30_000;

export function apiClient({ url, headers, apiKey, pause = delay }: ApiOptions): ApiClient {
  const secrets = [apiKey];
  const masked = (text: string) => withoutSecrets(text, secrets);
  return {
    masked,
    hide: (secret) => {
      secrets.push(secret);
    },
    async send(call) {
      for (let tries = 1; ; tries += 1) {
        const answer = await reach(`${url.replace(/\/$/, '')}${call.path}`, call, headers);
        const text = await answer.text();
        if (answer.ok) return valueIn(text);
        if (answer.status !== 429 || tries === maxTries)
          throw new ApiRefusal(answer.status, call, masked(saidIn(text)));
        await pause(pauseMillis(answer.headers.get('retry-after')));
      }
    },
  };
}

async function reach(url: string, call: ApiCall, headers: ApiOptions['headers']): Promise<Response> {
  try {
    return await fetch(url, requestOf(call, headers));
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new ApiRefusal(unreachable, call, `cannot reach ${new URL(url).host}: ${cause?.code ?? name}`);
  }
}

/** Keys also appear in other spellings: in a form, in JSON, and in a Basic header. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => {
      const password = secret.includes(':') ? [secret.slice(secret.indexOf(':') + 1)] : [];
      return [secret, ...password].flatMap((each) => [
        each,
        encodeURIComponent(each),
        JSON.stringify(each).slice(1, -1),
      ]);
    });
  return spellings.filter((each) => each !== '').reduce((shown, each) => shown.replaceAll(each, '…'), text);
}

function requestOf(call: ApiCall, headers: ApiOptions['headers']): RequestInit {
  const body = bodyOf(call);
  return {
    method: call.method,
    headers: { ...headers, ...(call.json !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    // A redirect would send the key elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMillis),
  };
}

function bodyOf({ json, form }: ApiCall): string | URLSearchParams | undefined {
  if (!form) return json === undefined ? undefined : JSON.stringify(json);
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, value);
  return body;
}

function pauseMillis(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1);
  return Math.min(maxPauseMillis, Math.max(0, Number.isFinite(seconds) ? seconds : 1) * 1_000);
}

/** Undefined for an empty answer. */
function valueIn(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** What an answer says about an error. Providers have different names for it. */
function saidIn(text: string): string {
  const value = valueIn(text);
  const said = isObject(value)
    ? [value, ...listOf(value['errors']), value['error']]
        .filter(isObject)
        .flatMap((each) =>
          ['message', 'Message', 'ErrorMessage', 'description', 'detail'].flatMap(
            (name) => stringOf(each[name]) ?? [],
          ),
        )
    : [];
  return (said[0] ?? text).replace(/\s+/g, ' ').trim().slice(0, 200);
}
