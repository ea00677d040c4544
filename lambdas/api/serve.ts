import { createHash } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithRequestContext, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { notKept } from '../../serving/security-headers.ts';
import { countFailures } from '../count-failures.ts';
import { answerRequest } from './answer-request.ts';
import { callerOf } from './caller.ts';
import type { Operation } from './define.ts';
import { idempotencyKey } from './routes.ts';

type ApiEvent = APIGatewayProxyEventV2WithRequestContext<{
  readonly authorizer?: Parameters<typeof callerOf>[0];
}>;

/** A handler for some of the operations. There are several functions, because they have different rights. */
export function serve<Ports extends TimeLimit>(
  operations: readonly Operation<Ports>[],
  ports: Omit<Ports, 'hasTime'>,
) {
  const logger = new Logger();
  return middy<ApiEvent, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .handler(async (event, context) => {
      const request = {
        routeKey: event.routeKey,
        path: event.pathParameters ?? {},
        rawPath: event.rawPath,
        query: event.queryStringParameters ?? {},
        body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
        requestId: event.headers[idempotencyKey],
        caller: callerOf(event.requestContext.authorizer),
      };
      const hasTime = () => context.getRemainingTimeInMillis() > reserveMillis;
      const { status, type, body } = await answerRequest(
        request,
        operations,
        { ...ports, hasTime } as Ports,
        (error) => {
          logger.error('request failed; the caller gets a 500', { routeKey: event.routeKey, error });
          countFailures(1);
        },
      );
      return answered(status, type, JSON.stringify(body), event.headers['if-none-match']);
    });
}

/** A call that is under way when time is up may take this long: two attempts. Then the answer is written. */
const reserveMillis = 6_500;

/** A caller that has the same answer already gets none. No cache keeps what is about people. */
function answered(
  statusCode: number,
  type: string,
  body: string,
  ifNoneMatch: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { 'content-type': type, ...notKept, 'x-content-type-options': 'nosniff', etag };
  return statusCode === 200 && ifNoneMatch === etag
    ? { statusCode: 304, headers }
    : { statusCode, headers, body };
}
