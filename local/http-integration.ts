import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Invocation } from './function-environment.ts';
import type { FunctionPool } from './function-pool.ts';
import { type HttpAnswer, messageAnswer, toHttpAnswer } from './http-answer.ts';
import { toHttpEvent } from './http-event.ts';
import type { Match } from './http-router.ts';
import type { JwtAuthorizer } from './jwt/jwt-authorizer.ts';

/** A limit of requests: `burst` at once, `rate` per second in the long run. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** The function behind a route. */
export type Target = {
  readonly pool: FunctionPool;
  readonly timeoutMillis: number;
  /** Whether the caller must sign with IAM. */
  readonly isSigned: boolean;
  /** Omit for a route that needs no token. */
  readonly token?: { readonly authorizer: JwtAuthorizer; readonly scopes: readonly string[] };
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
  const { pool, timeoutMillis, isSigned, token } = route.target;
  // Any signature is accepted: there are no local users with rights to check.
  if (isSigned && !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    return messageAnswer(403, 'Forbidden');
  }
  const verdict = await token?.authorizer.check(tokenIn(request, token.authorizer), token.scopes);
  if (verdict && !verdict.allowed) return challenge(verdict.status, verdict.challenge);
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
    { apiId, routeKey: route.routeKey, parameters, isSigned, ...(verdict && { jwt: verdict.context }) },
  );
  // Base64 makes a body a third larger, so a body below API Gateway's limit can still exceed Lambda's.
  if (Buffer.byteLength(JSON.stringify(event)) > invocationLimit) return tooLarge;
  const invocation = await within(timeoutMillis, pool.invoke(event));
  return invocation ? toHttpAnswer(invocation) : messageAnswer(503, 'Service Unavailable');
}

function tokenIn({ headers }: IncomingMessage, { settings }: JwtAuthorizer): string | undefined {
  return headers[settings.header]?.toString();
}

function challenge(status: 401 | 403, text: string): HttpAnswer {
  const answer = messageAnswer(status, status === 401 ? 'Unauthorized' : 'Forbidden');
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': text } };
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
