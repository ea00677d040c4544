import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notKept, securityHeaders } from '../../serving/security-headers.ts';
import { encodedFile, findStaticFile, type StaticFiles } from '../../serving/static-files.ts';
import { type ConsoleAnswer, problemAnswer, readAtMost, send } from './answer.ts';
import { refuseForeign } from './guard.ts';
import { liveStream, type WatchEvents } from './live-stream.ts';
import { type ConsoleApi, passOn } from './pass-on.ts';
import { newSession, type Session } from './session.ts';

export type ConsoleOptions = {
  readonly files: StaticFiles;
  readonly api: ConsoleApi;
  readonly watch: WatchEvents;
  /** @default 0: any free port */
  readonly port?: number;
};

export type ConsoleServer = {
  /** With the token, for the person who runs the program. */
  readonly url: string;
  readonly origin: string;
  stop(): Promise<void>;
};

/** Serves the console to the browsers of this machine. Asks the API as the person who runs the program. */
export async function startConsole({ files, api, watch, port = 0 }: ConsoleOptions): Promise<ConsoleServer> {
  const server = createServer();
  const ownPort = await listen(server, port);
  const session = newSession(ownPort);
  const live = liveStream(watch);
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${ownPort}`).host);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
    answer(request, response, { files, api, live, session, hosts }).catch(() => response.destroy());
  });
  const origin = `http://${hosts[0]}`;
  return {
    url: `${origin}/#token=${session.token}`,
    origin,
    async stop() {
      await live.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

type Serving = Pick<ConsoleOptions, 'files' | 'api'> & {
  readonly live: ReturnType<typeof liveStream>;
  readonly session: Session;
  readonly hosts: readonly string[];
};

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const refused = refuse(request, serving);
  if (refused) send(response, request, refused);
  else if (pathOf(request) === livePath) await serving.live.join(response);
  else send(response, request, await answerTo(request, serving));
}

const livePath = '/live';
const sessionPath = '/session';

/** Only the files and the exchange of the token can be had without the cookie: the page has to load to exchange it. */
function refuse(request: IncomingMessage, { hosts, session }: Serving): ConsoleAnswer | undefined {
  const { host, origin, cookie } = request.headers;
  const foreign = refuseForeign(
    { host, origin, fetchSite: request.headers['sec-fetch-site']?.toString() },
    hosts,
  );
  if (foreign?.status === 421)
    return problemAnswer(421, 'Misdirected request', 'host-foreign', foreign.detail);
  if (foreign) return problemAnswer(403, 'Forbidden', 'origin-foreign', foreign.detail);
  const path = pathOf(request);
  const needsSession = path === livePath || path === '/v1' || path.startsWith('/v1/');
  return needsSession && !session.isOpen(cookie) ? withoutSession : undefined;
}

const withoutSession = problemAnswer(
  401,
  'Not signed in',
  'session-missing',
  'open the URL that the program printed, with its token; every start of the program has a new one',
);

async function answerTo(request: IncomingMessage, { files, api, session }: Serving): Promise<ConsoleAnswer> {
  const path = pathOf(request);
  if (path.startsWith('/v1/')) return passOn(request, api);
  if (path === sessionPath && request.method === 'POST') return exchange(request, session);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return problemAnswer(405, 'Method not allowed', 'method-unknown', 'expected GET');
  // Only a hosted console has it: here, nobody signs in.
  const file = path === '/sign-in.json' ? undefined : findStaticFile(files, path);
  return file
    ? { status: 200, ...encodedFile(file, request.headers['accept-encoding']?.toString()) }
    : problemAnswer(404, 'Not found', 'route-unknown', 'the console has no such file');
}

/** Swaps the token for a cookie that scripts cannot read. */
async function exchange(request: IncomingMessage, session: Session): Promise<ConsoleAnswer> {
  const cookie = session.cookieFor(tokenIn((await readAtMost(request, 1_024)) ?? ''));
  return cookie ? { status: 204, headers: { 'set-cookie': cookie, ...notKept }, body: '' } : withoutSession;
}

function tokenIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { token?: unknown } | null)?.token;
  } catch {
    return undefined;
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** On this machine only. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
