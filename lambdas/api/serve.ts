import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { answerRequest } from './answer-request.ts';
import type { Operation } from './define.ts';
import { idempotencyKey } from './routes.ts';

/** A handler for some of the operations. There are several functions, because they have different rights. */
export function serve<Ports extends TimeLimit>(
  operations: readonly Operation<Ports>[],
  ports: Omit<Ports, 'hasTime'>,
) {
  const logger = new Logger();
  return middy<APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .handler(async (event, context) => {
      const request = {
        routeKey: event.routeKey,
        path: event.pathParameters ?? {},
        query: event.queryStringParameters ?? {},
        body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
        requestId: event.headers[idempotencyKey],
        caller: event.requestContext.authorizer.iam.userArn,
      };
      const hasTime = () => context.getRemainingTimeInMillis() > reserveMillis;
      const { status, type, body } = await answerRequest(
        request,
        operations,
        { ...ports, hasTime } as Ports,
        (error) => logger.error('request failed; the caller gets a 500', { routeKey: event.routeKey, error }),
      );
      return { statusCode: status, headers: { 'content-type': type }, body: JSON.stringify(body) };
    });
}

/** A call that is under way when time is up may take this long: two attempts. Then the answer is written. */
const reserveMillis = 6_500;
