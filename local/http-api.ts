import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';
import type { FunctionPool, Invocation } from './function-pool.ts';
import { type HttpAnswer, jsonAnswer, jsonDocument, toHttpAnswer } from './http-answer.ts';
import { toHttpEvent } from './http-event.ts';
import { createRouter, type FindRoute, type Route } from './http-routes.ts';
import { closeServer, listen } from './http-server.ts';
import { createTokenBucket } from './token-bucket.ts';

export type Target = {
  readonly pool: FunctionPool;
  readonly timeoutMillis: number;
  /** Whether API Gateway would let in only who signs with IAM. */
  readonly isSigned: boolean;
};

export type Throttle = { readonly rate: number; readonly burst: number };

export type HttpApiSettings = {
  readonly apiId: string;
  readonly routes: readonly Route<Target>[];
  readonly throttle?: Throttle;
};

export type AnsweredRequest = { readonly method: string; readonly path: string; readonly status: number };

export type HttpApi = {
  readonly url: string;
  /** Routes come after the address, which is part of what the functions are told. */
  serve(settings: HttpApiSettings): void;
  stop(): Promise<void>;
};

export type HttpApiOptions = {
  /** @default 0: any free one */
  readonly port?: number;
  readonly onAnswer?: (request: AnsweredRequest) => void;
  /** Answered to GET by path, without any function: what AWS would not serve, and a developer likes to have. */
  readonly documents?: Readonly<Record<string, unknown>>;
};

const megabyte = 1_024 * 1_024;
/** API Gateway's own limit, and Lambda's for an event that somebody waits for. */
const limits = { request: 10 * megabyte, invocation: 6 * megabyte };

const tooLarge = jsonAnswer(413, 'Request Entity Too Large');

/** An HTTP API (API Gateway v2) in front of the functions. */
export async function startHttpApi({
  port = 0,
  onAnswer,
  documents = {},
}: HttpApiOptions = {}): Promise<HttpApi> {
  let settings: HttpApiSettings | undefined;
  let findRoute: FindRoute<Target> | undefined;
  let bucket: { take(): boolean } | undefined;

  async function answer(request: IncomingMessage): Promise<HttpAnswer> {
    const body = await readAtMost(request, limits.request);
    if (!settings || !findRoute) return jsonAnswer(503, 'Service Unavailable');
    const document = request.method === 'GET' ? documents[request.url ?? ''] : undefined;
    if (document) return jsonDocument(document);
    if (bucket && !bucket.take()) return jsonAnswer(429, 'Too Many Requests');
    const method = request.method ?? 'GET';
    const url = request.url ?? '/';
    const match = findRoute(method, url.split('?')[0] ?? '/');
    if (!match) return jsonAnswer(404, 'Not Found');
    // Here any signature will do: there is nobody whose rights could be looked up.
    const { isSigned } = match.route.target;
    if (isSigned && !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      return jsonAnswer(403, 'Forbidden');
    if (!body) return tooLarge;
    const event = toHttpEvent(
      {
        method,
        url,
        rawHeaders: request.rawHeaders,
        body,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        requestId: randomUUID(),
        receivedAt: new Date(),
      },
      { apiId: settings.apiId, routeKey: match.route.routeKey, parameters: match.parameters, isSigned },
    );
    // Base64 makes a body a third larger, so that less than ten megabytes can be too much for the function.
    if (Buffer.byteLength(JSON.stringify(event)) > limits.invocation) return tooLarge;
    const { pool, timeoutMillis } = match.route.target;
    const invocation = await within(timeoutMillis, pool.invoke(event));
    return invocation ? toHttpAnswer(invocation) : jsonAnswer(503, 'Service Unavailable');
  }

  const pending = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = answer(request)
      .catch(() => jsonAnswer(500, 'Internal Server Error'))
      .then(({ status, headers, body }) => {
        const path = request.url?.split('?')[0] ?? '/';
        onAnswer?.({ method: request.method ?? 'GET', path, status });
        response.writeHead(status, { ...headers, 'content-length': body.length });
        response.end(request.method === 'HEAD' ? undefined : body);
      })
      .finally(() => pending.delete(answered));
    pending.add(answered);
  });
  const actualPort = await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new CannotStart(
        `port ${port} is in use; stop what listens there, or choose another: --port ${port + 1}`,
      );
    }
    if (error.code === 'EACCES') {
      throw new CannotStart(
        `port ${port} is not open to this user; choose another, from 1024 on: --port 4710`,
      );
    }
    throw error;
  });

  return {
    url: `http://127.0.0.1:${actualPort}`,
    serve(given) {
      settings = given;
      findRoute = createRouter(given.routes);
      bucket = given.throttle && createTokenBucket(given.throttle.rate, given.throttle.burst);
    },
    async stop() {
      // What has been let in gets its answer, unless it takes too long.
      server.close();
      await Promise.race([Promise.all(pending), delay(2_000, undefined, { ref: false })]);
      await closeServer(server);
    },
  };
}

/** Undefined when there is more; the rest is read and dropped, so that the sender gets to see the answer. */
async function readAtMost(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

async function within(millis: number, invocation: Promise<Invocation>): Promise<Invocation | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), millis);
  });
  try {
    return await Promise.race([invocation, patience]);
  } finally {
    clearTimeout(timer);
  }
}
