import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';
import { type HttpAnswer, jsonAnswer, messageAnswer } from './http-answer.ts';
import { answerByFunction, type Target } from './http-integration.ts';
import { createRouter, type FindRoute, type Route } from './http-router.ts';
import { closeServer, listen } from './http-server.ts';
import type { AnsweredRequest } from './observed.ts';
import { createTokenBucket } from './token-bucket.ts';

type HttpApiSettings = {
  readonly apiId: string;
  readonly routes: readonly Route<Target>[];
};

export type HttpApi = {
  readonly url: string;
  /** Called after the start: the functions are told the URL before their routes exist. */
  serve(settings: HttpApiSettings): void;
  stop(): Promise<void>;
};

type HttpApiOptions = {
  /** @default 0: any free port */
  readonly port?: number;
  readonly onAnswer?: (request: AnsweredRequest) => void;
  /** By path: JSON that answers a GET without calling a function. */
  readonly documents?: Readonly<Record<string, unknown>>;
};

/** What is served once the routes are known. */
type Served = {
  readonly apiId: string;
  readonly findRoute: FindRoute<Target>;
  /** By route, because each route has a limit of its own. */
  readonly buckets: ReadonlyMap<string, { take(): boolean }>;
};

/** An HTTP API (API Gateway v2) in front of the functions. */
export async function startHttpApi(options: HttpApiOptions = {}): Promise<HttpApi> {
  let served: Served | undefined;
  const pending = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = answer(request, served, options.documents ?? {})
      .catch(() => messageAnswer(500, 'Internal Server Error'))
      .then((answer) => {
        options.onAnswer?.({ ...lineOf(request), status: answer.status });
        send(request, response, answer);
      })
      .finally(() => pending.delete(answered));
    pending.add(answered);
  });
  const { port = 0 } = options;
  const actualPort = await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    throw portProblem(error, port);
  });

  return {
    url: `http://127.0.0.1:${actualPort}`,
    serve({ apiId, routes }) {
      served = { apiId, findRoute: createRouter(routes), buckets: bucketsOf(routes) };
    },
    async stop() {
      // Requests under way get their answers, unless that takes too long.
      server.close();
      await Promise.race([Promise.all(pending), delay(2_000, undefined, { ref: false })]);
      await closeServer(server);
    },
  };
}

async function answer(
  request: IncomingMessage,
  served: Served | undefined,
  documents: Readonly<Record<string, unknown>>,
): Promise<HttpAnswer> {
  const body = await readAtMost(request, requestLimit);
  if (!served) return messageAnswer(503, 'Service Unavailable');
  const { method, path } = lineOf(request);
  const document = method === 'GET' ? documents[request.url ?? ''] : undefined;
  if (document) return jsonAnswer(200, document);
  const match = served.findRoute(method, path);
  if (!match) return messageAnswer(404, 'Not Found');
  const bucket = served.buckets.get(match.route.routeKey);
  if (bucket && !bucket.take()) return messageAnswer(429, 'Too Many Requests');
  return answerByFunction(request, body, match, served.apiId);
}

function bucketsOf(routes: readonly Route<Target>[]): Served['buckets'] {
  return new Map(
    routes.flatMap(({ routeKey, target: { throttle } }) =>
      throttle ? [[routeKey, createTokenBucket(throttle.rate, throttle.burst)]] : [],
    ),
  );
}

/** API Gateway's limit: ten megabytes. */
const requestLimit = 10 * 1_024 * 1_024;

/** Undefined when the body is larger; the rest is read and dropped, so that the sender sees the answer. */
async function readAtMost(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function lineOf({ method = 'GET', url = '/' }: IncomingMessage): { method: string; path: string } {
  return { method, path: url.split('?')[0] ?? '/' };
}

function portProblem(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotStart(
        `port ${port} is in use; stop the program that uses it, or choose another port: --port ${port + 1}`,
      );
    case 'EACCES':
      return new CannotStart(
        `port ${port} needs administrator rights; choose a port from 1024 on: --port 4710`,
      );
    default:
      return error;
  }
}
