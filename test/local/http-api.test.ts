import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpApi, startHttpApi } from '../../local/http-api.ts';
import type { Throttle } from '../../local/http-integration.ts';
import type { AnsweredRequest } from '../../local/observed.ts';
import { createTokenBucket } from '../../local/token-bucket.ts';
import { poolThat } from './support/functions.ts';

let api: HttpApi;
let answered: AnsweredRequest[];

beforeEach(async () => {
  answered = [];
  api = await startHttpApi({ onAnswer: (request) => answered.push(request) });
});

afterEach(() => api.stop());

type Event = { pathParameters?: Record<string, string>; body?: string; isBase64Encoded: boolean };

function serve(
  routes: Record<string, (event: Event) => unknown>,
  more: { throttle?: Throttle; timeoutMillis?: number; isSigned?: boolean } = {},
) {
  api.serve({
    apiId: 'api',
    routes: Object.entries(routes).map(([routeKey, handler]) => ({
      routeKey,
      target: {
        pool: poolThat(handler),
        timeoutMillis: more.timeoutMillis ?? 5_000,
        isSigned: more.isSigned ?? false,
        ...(more.throttle && { throttle: more.throttle }),
      },
    })),
  });
}

const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer> = '{}',
  type = 'application/json',
) => {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  return [response.status, await response.text()];
};

describe('the HTTP API', () => {
  it('passes a request to the function of its route, and the answer back', async () => {
    serve({
      'POST /webhooks/{provider}': ({ pathParameters, body }) => ({
        statusCode: 202,
        headers: { 'X-Provider': pathParameters?.['provider'] },
        body: `got ${body}`,
      }),
    });
    const response = await fetch(`${api.url}/webhooks/send%20grid?x=1`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('x-provider')).toBe('send grid');
    expect(await response.text()).toBe('got {"a":1}');
    expect(answered).toEqual([{ method: 'POST', path: '/webhooks/send%20grid', status: 202 }]);
  });

  it('prefers the most specific route', async () => {
    serve({
      'ANY /{proxy+}': ({ pathParameters }) => `all of ${pathParameters?.['proxy']}`,
      'POST /webhooks/{provider}': () => 'a provider',
      'POST /webhooks/ses': () => 'SES',
    });
    expect(await post('/webhooks/ses')).toEqual([200, 'SES']);
    expect(await post('/webhooks/resend')).toEqual([200, 'a provider']);
    expect(await post('/webhooks/a/b')).toEqual([200, 'all of webhooks/a/b']);
  });

  it('answers 404 where there is no route', async () => {
    serve({ 'POST /webhooks/{provider}': () => ({ statusCode: 200 }) });
    expect(await post('/')).toEqual([404, '{"message":"Not Found"}']);
    const get = await fetch(`${api.url}/webhooks/ses`);
    expect(get.status).toBe(404);
  });

  it('answers 500 when the function fails or its response is malformed', async () => {
    serve({
      'POST /fails': () => {
        throw new Error('no');
      },
      'POST /nonsense': () => ({ statusCode: 'all right' }),
      'POST /no-text': () => ({ statusCode: 200, body: { a: 1 } }),
    });
    for (const path of ['/fails', '/nonsense', '/no-text']) {
      expect(await post(path)).toEqual([500, '{"message":"Internal Server Error"}']);
    }
  });

  it('answers 503 when the function takes longer than the integration waits', async () => {
    serve({ 'POST /slow': () => delay(300) }, { timeoutMillis: 30 });
    expect(await post('/slow')).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  it('answers 413 to a body above ten megabytes, or above six as an event', async () => {
    const sizes: number[] = [];
    serve({
      'POST /': ({ body = '' }) => {
        sizes.push(body.length);
        return { statusCode: 200, body: 'fits' };
      },
    });
    const megabytes = (count: number) => new Uint8Array(count * 1_024 * 1_024).fill(97);
    expect(await post('/', megabytes(10.1), 'text/plain')).toEqual([
      413,
      '{"message":"Request Entity Too Large"}',
    ]);
    expect(await post('/', megabytes(6.1), 'text/plain')).toEqual([
      413,
      '{"message":"Request Entity Too Large"}',
    ]);
    expect(await post('/', megabytes(5), 'text/plain')).toEqual([200, 'fits']);
    expect(await post('/', megabytes(5), 'application/octet-stream')).toEqual([
      413,
      '{"message":"Request Entity Too Large"}',
    ]);
    expect(sizes).toEqual([5 * 1_024 * 1_024]);
  });

  it('answers 429 to more requests than a route lets through', async () => {
    serve({ 'POST /': () => ({ statusCode: 200 }) }, { throttle: { rate: 0.001, burst: 2 } });
    const answers = [await post('/'), await post('/'), await post('/')];
    expect(answers.map(([status]) => status)).toEqual([200, 200, 429]);
    expect(answers[2]).toEqual([429, '{"message":"Too Many Requests"}']);
  });

  it('throttles one route without another, and no route by requests for paths that do not exist', async () => {
    const ok = () => ({ statusCode: 200 });
    serve({ 'POST /one': ok, 'POST /other': ok }, { throttle: { rate: 0.001, burst: 1 } });
    const statusOf = async (path: string) => (await post(path))[0];
    for (const path of ['/nowhere', '/nowhere']) expect(await statusOf(path)).toBe(404);
    expect([await statusOf('/one'), await statusOf('/one')]).toEqual([200, 429]);
    expect(await statusOf('/other')).toBe(200);
  });

  it('lets requests through again as time goes by', () => {
    let now = 0;
    const bucket = createTokenBucket(2, 1, () => now);
    expect([bucket.take(), bucket.take()]).toEqual([true, false]);
    now = 500;
    expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  });

  it('names the port that is in use, and what to do, in one line', async () => {
    const port = Number(new URL(api.url).port);
    await expect(startHttpApi({ port })).rejects.toThrow(
      `port ${port} is in use; stop the program that uses it, or choose another port: --port ${port + 1}`,
    );
  });

  it('is not reachable from other machines', async () => {
    // If it listened on all interfaces, this address would be in use too.
    const other = createServer();
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject);
      other.listen(Number(new URL(api.url).port), '127.0.0.2', resolve);
    });
    other.close();
  });
});
