import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, refuse } from '../../../app/answer.ts';
import { answerRequest } from '../../../lambdas/api/answer-request.ts';
import type { Caller } from '../../../lambdas/api/caller.ts';
import type { Operation } from '../../../lambdas/api/define.ts';
import { roles } from '../../../lambdas/api/routes.ts';

type Act = Operation<unknown>['act'];

const caller: Caller = { type: 'iam', name: 'arn:aws:iam::1:user/ana', roles };

/** Sends a request to an API with one operation. Also returns the errors that it reported. */
async function ask(
  act: Act,
  changes: { routeKey?: string; body?: string; address?: string; rawPath?: string } = {},
) {
  const { routeKey = 'POST /v1/things/{address}', body = '{"reason":"x"}', address = 'a' } = changes;
  const { rawPath = `/v1/things/${address}` } = changes;
  const operation = {
    method: 'POST',
    path: '/v1/things/{address}',
    role: 'viewer',
    input: {
      path: z.object({ address: z.string() }),
      query: z.object({}),
      body: z.strictObject({ reason: z.string('expected a string') }),
    },
    answer: z.unknown(),
    act,
  } as unknown as Operation<unknown>;
  const errors: unknown[] = [];
  const request = { routeKey, path: { address }, rawPath, query: {}, body, requestId: 'r-1', caller };
  const given = await answerRequest(request, [operation], {}, (error) => errors.push(error));
  return { ...given, errors };
}

const echo: Act = async (input) => answer(input);

describe('the API', () => {
  it('passes checked input, the caller and the id of the request to the use case, and answers with its value', async () => {
    expect(await ask(echo, { address: 'ana%2Bnews%40example.com' })).toMatchObject({
      status: 200,
      body: {
        path: { address: 'ana+news@example.com' },
        body: { reason: 'x' },
        caller: { name: 'arn:aws:iam::1:user/ana' },
        requestId: 'r-1',
      },
      errors: [],
    });
  });

  it('decodes what the path names once, whether or not API Gateway has done so', async () => {
    const named = async (address: string, rawPath?: string) =>
      ((await ask(echo, { address, ...(rawPath && { rawPath }) })).body as { path: { address: string } }).path
        .address;
    expect(await named('id%2Fx', '/v1/things/id%252Fx')).toBe('id%2Fx');
    expect(await named('100%', '/v1/things/100%25')).toBe('100%');
    expect(await named('%3Cm1%40x%3E')).toBe('<m1@x>');
    expect(await named('m1')).toBe('m1');
  });

  it('answers 400 to a body that is not JSON or has another shape, and quotes nothing of it', async () => {
    for (const body of ['{"secret', '{"reason":{"secret":1}}', '{}']) {
      const { status, type, body: problem } = await ask(echo, { body });
      expect([status, type]).toEqual([400, 'application/problem+json']);
      expect(problem).toMatchObject({ code: 'request-invalid' });
      expect(JSON.stringify(problem)).not.toContain('secret');
    }
  });

  it('answers 404 to another method or path', async () => {
    expect(await ask(echo, { routeKey: 'GET /v1/things/{address}' })).toMatchObject({
      status: 404,
      body: { code: 'route-unknown' },
    });
  });

  it('answers a refusal of the use case with its status, code and reason', async () => {
    const act: Act = async () => refuse('complaint-not-acknowledged', 'not so fast');
    const { status, body, errors } = await ask(act);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      status: 409,
      code: 'complaint-not-acknowledged',
      detail: expect.stringContaining('not so fast'),
    });
    expect(errors).toEqual([]);
  });

  it('answers 500 to our own trouble, reports it, and says nothing about it to the caller', async () => {
    const trouble = new Error('table messages-1 is away');
    const { status, body, errors } = await ask(() => Promise.reject(trouble));
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'internal-error' });
    expect(JSON.stringify(body)).not.toContain('messages-1');
    expect(errors).toEqual([trouble]);
  });
});
