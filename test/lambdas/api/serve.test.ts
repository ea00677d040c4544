import type { APIGatewayProxyEventV2WithIAMAuthorizer, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../app/answer.ts';
import type { TimeLimit } from '../../../app/ports/time-limit.ts';
import { operations } from '../../../lambdas/api/operations.ts';
import { serve } from '../../../lambdas/api/serve.ts';

/** What an operation is told about the time that the function has left. */
async function hasTimeWith(remainingMillis: number): Promise<unknown> {
  const [operation] = operations;
  if (!operation) throw new Error('expected an operation');
  const handler = serve<TimeLimit>([{ ...operation, act: async (_, { hasTime }) => answer(hasTime()) }], {});
  const event = {
    headers: {},
    routeKey: `${operation.method} ${operation.path}`,
    rawPath: '/v1/messages/m1',
    pathParameters: { messageId: 'm1' },
    requestContext: { authorizer: { iam: { userArn: 'arn:aws:iam::1:user/kim' } } },
  } as unknown as APIGatewayProxyEventV2WithIAMAuthorizer;
  const context = { getRemainingTimeInMillis: () => remainingMillis } as Context;
  const { body = '' } = await handler(event, context);
  return JSON.parse(body);
}

describe('the API', () => {
  it('begins no further work when a call could take longer than the function may', async () => {
    expect([await hasTimeWith(10_000), await hasTimeWith(6_000)]).toEqual([true, false]);
  });
});
