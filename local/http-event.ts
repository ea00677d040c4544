import { isUtf8 } from 'node:buffer';
import { account } from './clients.ts';
import type { JwtContext } from './jwt/jwt-authorizer.ts';

export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, unchanged. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly receivedAt: Date;
};

type MatchedRoute = {
  readonly apiId: string;
  readonly routeKey: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the caller signed with IAM. */
  readonly isSigned?: boolean;
  /** What the caller's token says. */
  readonly jwt?: JwtContext;
};

/** The IAM identity of every local caller. */
const localCaller = {
  accessKey: 'local',
  accountId: account,
  callerId: 'local',
  userArn: `arn:aws:iam::${account}:user/local`,
  userId: 'local',
};

/** The event that an HTTP API passes to a function, in payload format 2.0. */
export function toHttpEvent(request: ReceivedRequest, route: MatchedRoute) {
  const [path = '/', ...query] = request.url.split('?');
  const rawQueryString = query.join('?');
  const headers = joinHeaders(request.rawHeaders);
  const { cookie, ...otherHeaders } = headers;
  const isText = isTextual(headers['content-type']) && isUtf8(request.body);
  const queryStringParameters = joinQuery(rawQueryString);
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*/) }),
    headers: otherHeaders,
    ...(queryStringParameters && { queryStringParameters }),
    ...(Object.keys(route.parameters).length > 0 && { pathParameters: route.parameters }),
    requestContext: {
      accountId: account,
      apiId: route.apiId,
      ...(route.isSigned && { authorizer: { iam: localCaller } }),
      ...(route.jwt && { authorizer: { jwt: route.jwt } }),
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: route.apiId,
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: commonLogTime(request.receivedAt),
      timeEpoch: request.receivedAt.getTime(),
    },
    ...(request.body.length > 0 && { body: request.body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
}

/**
 * API Gateway passes these types as text, and all others as base64. Here, text that is not valid UTF-8 becomes base64
 * too: what API Gateway does is not documented, and a changed byte would break the signature.
 */
function isTextual(contentType: string | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(text\/.+|application\/(json|xml|javascript)|.+\+(json|xml))$/.test(type);
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const earlier = headers[name];
    const separator = name === 'cookie' ? '; ' : ',';
    headers[name] = earlier === undefined ? value : `${earlier}${separator}${value}`;
  }
  return headers;
}

function joinQuery(text: string): Record<string, string> | undefined {
  if (!text) return undefined;
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    joined[name] = name in joined ? `${joined[name]},${value}` : value;
  }
  return joined;
}

/** `16/Nov/2026:12:00:01 +0000`, as in the logs of web servers. */
function commonLogTime(moment: Date): string {
  // From `Mon, 16 Nov 2026 12:00:01 GMT`: formatting by locale takes as long as all the rest of the event.
  const [, date, month, year, time] = moment.toUTCString().split(' ');
  return `${date}/${month}/${year}:${time} +0000`;
}
