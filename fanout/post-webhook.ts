import { lookup as resolve } from 'node:dns';
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, mayConnect, refusalOfUrl } from './target-url.ts';

export type PostedWebhook = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** What became of a request. Without a status, there was no answer. */
export type PostOutcome = {
  readonly status?: number;
  /** The first bytes of the answer. Whoever shows or stores them removes what they must not contain. */
  readonly answer?: string;
  readonly error?: PostError;
};

export type PostError =
  /** The host stands for an address that is not public. */
  | 'address-not-allowed'
  | 'url-not-allowed'
  | 'host-unknown'
  | 'connection-refused'
  | 'certificate-invalid'
  | 'timeout'
  | 'connection-failed';

export type Poster = (webhook: PostedWebhook) => Promise<PostOutcome>;

type PosterSettings = {
  /** Hosts that may have a private address, and no TLS. */
  readonly listedHosts: readonly string[];
  readonly timeoutMillis: number;
  /** For tests: what the names stand for. */
  readonly resolve?: typeof resolve;
};

/** What is read of an answer. More is of no use to anybody, and the other side could send without end. */
const mostAnswerBytes = 512;

/**
 * Posts to endpoints that somebody has configured, and to nothing else that their names may lead to. Every address of a name is checked,
 * and the connection goes to one of these addresses: a name that changes in between changes nothing. Redirects are not followed.
 */
export function createPoster(settings: PosterSettings): Poster {
  return async (webhook) => {
    if (refusalOfUrl(webhook.url, settings.listedHosts)) return { error: 'url-not-allowed' };
    const url = new URL(webhook.url);
    // The system is not asked what an address stands for.
    if (isIP(hostOf(url)) !== 0 && !mayConnect(url, hostOf(url), settings.listedHosts))
      return { error: 'address-not-allowed' };
    return post(url, webhook, settings);
  };
}

const agentSettings = { keepAlive: true, maxSockets: 50, scheduling: 'lifo' as const };

const agents = new Map<string, { readonly http: HttpAgent; readonly https: HttpsAgent }>();

/** Connections are kept for each host and list of hosts, so that none is used under other rules than it was opened with. */
function agentsFor(settings: PosterSettings) {
  const key = settings.listedHosts.join(' ');
  const known = agents.get(key) ?? {
    http: new HttpAgent(agentSettings),
    https: new HttpsAgent(agentSettings),
  };
  agents.set(key, known);
  return known;
}

function post(url: URL, { headers, body }: PostedWebhook, settings: PosterSettings): Promise<PostOutcome> {
  const { http, https } = agentsFor(settings);
  const isSecure = url.protocol === 'https:';
  const signal = AbortSignal.timeout(settings.timeoutMillis);
  return new Promise((done) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      lookup: checkedLookup(url, settings),
    };
    const request: ClientRequest = isSecure
      ? requestHttps(url, { ...options, agent: https, minVersion: 'TLSv1.2' })
      : requestHttp(url, { ...options, agent: http });
    request.on('response', (response) => {
      void beginningOf(response).then((answer) => done({ status: response.statusCode ?? 0, answer }));
    });
    request.on('error', (error) => done({ error: signal.aborted ? 'timeout' : errorOf(error) }));
    request.end(body);
  });
}

/** Resolves a name to all of its addresses, and fails if one of them is not allowed. */
function checkedLookup(url: URL, { listedHosts, resolve: find = resolve }: PosterSettings): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      const isAllowed = addresses.every(({ address }) => mayConnect(url, address, listedHosts));
      if (!first || !isAllowed)
        return callback(Object.assign(new Error('address not allowed'), { code: notAllowed }), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const notAllowed = 'ADDRESS_NOT_ALLOWED';

/** The first bytes; the rest is not read. A whole answer leaves its connection for the next request. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > mostAnswerBytes) break;
    }
  } catch {
    // The status has come, and it decides.
  }
  return Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString('utf8');
}

function errorOf(error: Error & { code?: string }): PostError {
  const { code = '' } = error;
  if (code === notAllowed) return 'address-not-allowed';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host-unknown';
  if (code === 'ECONNREFUSED') return 'connection-refused';
  if (/CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'certificate-invalid';
  return 'connection-failed';
}
