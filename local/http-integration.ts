import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Invocation } from './function-environment.ts';
import type { FunctionPool } from './function-pool.ts';
import { type HttpAnswer, messageAnswer, toHttpAnswer } from './http-answer.ts';
import { toHttpEvent } from './http-event.ts';
import type { Match } from './http-router.ts';

/** A limit of requests: `burst` at once, `rate` per second in the long run. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** The function behind a route. */
export type Target = {
  readonly pool: FunctionPool;
  readonly timeoutMillis: number;
  /** Whether the caller must sign with IAM. */
  readonly isSigned: boolean;
  /** Omit for a route without a limit. */
  readonly throttle?: Throttle;
};

/** Lambda's limit for the event of a synchronous call: six megabytes. */
const invocationLimit = 6 * 1_024 * 1_024;

const tooLarge = messageAnswer(413, 'Request Entity Too Large');

/** `body` is undefined when the request was too large to be read. */
export async function answerByFunction(
  request: IncomingMessage,
  body: Buffer | undefined,
  { route, parameters }: Match<Target>,
  apiId: string,
): Promise<HttpAnswer> {
  const { pool, timeoutMillis, isSigned } = route.target;
  // Any signature is accepted: there are no local users with rights to check.
  if (isSigned && !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    return messageAnswer(403, 'Forbidden');
  }
  if (!body) return tooLarge;
  const event = toHttpEvent(
    {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      rawHeaders: request.rawHeaders,
      body,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      requestId: randomUUID(),
      receivedAt: new Date(),
    },
    { apiId, routeKey: route.routeKey, parameters, isSigned },
  );
  // Base64 makes a body a third larger, so a body below API Gateway's limit can still exceed Lambda's.
  if (Buffer.byteLength(JSON.stringify(event)) > invocationLimit) return tooLarge;
  const invocation = await within(timeoutMillis, pool.invoke(event));
  return invocation ? toHttpAnswer(invocation) : messageAnswer(503, 'Service Unavailable');
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
