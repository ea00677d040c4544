import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderKeys, Simulator } from '../../../providers/simulator.ts';
import { simulatorOf } from '../../../providers/simulators.ts';

/** A request to a provider's management API. */
export type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Of JSON, the object; of a form, its fields, each as a list. */
  readonly body: Record<string, unknown>;
};

export type ApiAnswer = {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
};

/** The webhooks that were made, and what the provider signs with. */
export type ApiState = {
  readonly webhooks: Record<string, unknown>[];
  readonly keys: ProviderKeys;
  /** Posts a genuine event to a URL, as the provider does. Returns the status of our answer. */
  post(url: string, headers?: Record<string, string>, signingKey?: string): Promise<number>;
  /** Checks the URL of a new webhook, as the provider does. Returns the status of our answer. */
  check(url: string, signingKey?: string): Promise<number>;
};

/** What one provider's API does, as its documentation says. */
export type ProviderApi = {
  readonly provider: string;
  /** The key that the API takes. */
  readonly apiKey: string;
  readonly isAuthorized: (request: ApiRequest, apiKey: string) => boolean;
  readonly unauthorized: unknown;
  readonly answer: (request: ApiRequest, state: ApiState) => Promise<ApiAnswer> | ApiAnswer;
};

export type StandIn = ApiState & {
  readonly url: string;
  readonly requests: ApiRequest[];
  /** Answers the next request for this path with a failure. */
  failOnce(path: RegExp, answer: ApiAnswer): void;
  stop(): Promise<void>;
};

/** A server that speaks the documented API of a provider, and posts genuine test events. */
export async function standInFor(api: ProviderApi): Promise<StandIn> {
  const simulator = await simulatorOf(api.provider);
  if (!simulator) throw new Error(`${api.provider} has no simulator`);
  const requests: ApiRequest[] = [];
  const failures: { path: RegExp; answer: ApiAnswer }[] = [];
  const state: ApiState = {
    webhooks: [],
    keys: simulator.makeKeys(),
    post: poster(simulator, () => state.keys),
    check: (url, key = state.keys.signingKey) => check(simulator, url, key),
  };
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming);
    requests.push(request);
    reply(outgoing, await answerTo(request, api, state, failures));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failOnce: (path, answer) => {
      failures.push({ path, answer });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answerTo(
  request: ApiRequest,
  api: ProviderApi,
  state: ApiState,
  failures: { path: RegExp; answer: ApiAnswer }[],
): Promise<ApiAnswer> {
  if (!api.isAuthorized(request, api.apiKey)) return { status: 401, json: api.unauthorized };
  const at = failures.findIndex(({ path }) => path.test(request.path));
  const [failure] = at < 0 ? [] : failures.splice(at, 1);
  return failure ? failure.answer : api.answer(request, state);
}

function poster(simulator: Simulator, keys: () => ProviderKeys): ApiState['post'] {
  return async (url, headers, signingKey = keys().signingKey) => {
    const event = { kind: 'delivered', to: ['someone@example.com'], messageId: 'test-event', at: new Date() };
    const [payload = Buffer.alloc(0)] = simulator.payloadsOf([event]);
    const signed = simulator.sign(payload, signingKey, new Date());
    const { username, password, ...rest } = partsOf(url);
    const basic =
      username === ''
        ? {}
        : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
    const answer = await fetch(rest.url, {
      method: 'POST',
      headers: { ...signed.headers, ...basic, ...headers },
      body: new Uint8Array(signed.body),
    });
    return answer.status;
  };
}

async function check(simulator: Simulator, url: string, signingKey: string): Promise<number> {
  const [first] = simulator.checks?.(signingKey, new Date(), url) ?? [];
  if (!first) throw new Error('the simulator makes no checks');
  const { method, headers, body } = first;
  return (await fetch(url, { method, headers, body: new Uint8Array(body) })).status;
}

function partsOf(url: string): { username: string; password: string; url: string } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  return { username, password, url: parsed.toString() };
}

async function read(incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x');
  const isForm = incoming.headers['content-type']?.includes('urlencoded');
  return {
    method: incoming.method ?? '',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: incoming.headers,
    body: text === '' ? {} : isForm ? fieldsOf(text) : JSON.parse(text),
  };
}

function fieldsOf(text: string): Record<string, string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

function reply(outgoing: ServerResponse, { status, json, headers = {} }: ApiAnswer): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(json === undefined ? '' : JSON.stringify(json));
}
