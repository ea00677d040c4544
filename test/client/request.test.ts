import { describe, expect, it } from 'vitest';
import { answer } from '../../app/answer.ts';
import { routes } from '../../client/api.ts';
import { MailfoldClient } from '../../client/index.ts';
import { answerRequest } from '../../lambdas/api/answer-request.ts';
import { examples } from '../../lambdas/api/openapi/examples.ts';
import { operations } from '../../lambdas/api/operations.ts';
import { type RouteId, roles } from '../../lambdas/api/routes.ts';

/** A client whose requests go straight to the API, which answers with the input that it has understood. */
function clientOfAnEcho() {
  const sent: { method: string; url: URL; headers: Record<string, string> }[] = [];
  const echoing = operations.map((operation) => ({
    ...operation,
    act: async (input: unknown) => answer(input),
  }));
  const client = new MailfoldClient({
    url: 'http://127.0.0.1:4710/',
    fetch: async (url, init) => {
      const { pathname, searchParams } = url as URL;
      const {
        method = '',
        headers = {},
        body = '',
      } = init as {
        method?: string;
        headers?: Record<string, string>;
        body?: string;
      };
      sent.push({ method, url: url as URL, headers });
      const { routeKey, path } = matched(method, pathname);
      const request = {
        routeKey,
        path,
        rawPath: pathname,
        query: Object.fromEntries(searchParams),
        body,
        requestId: headers['idempotency-key'],
        caller: { type: 'iam', name: 'me', roles } as const,
      };
      const reply = await answerRequest(request, echoing, {}, () => {});
      return Response.json(reply.body, { status: reply.status });
    },
  });
  return { client, sent };
}

/** As API Gateway finds a route: fixed parts before variables. Does not decode variables. */
function matched(method: string, pathname: string) {
  const found = operations
    .filter((each) => each.method === method)
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
    .flatMap(({ path }) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(pathname);
      return match ? [{ routeKey: `${method} ${path}`, path: { ...match.groups } }] : [];
    });
  return found[0] ?? { routeKey: '', path: {} };
}

describe('a call of the client', () => {
  it.each(operations.map(({ id }) => id as RouteId))('arrives as it was meant: %s', async (id) => {
    const { client, sent } = clientOfAnEcho();
    const { path, query = {}, body = {} } = examples[id] as Record<string, Record<string, unknown>>;
    const call = client[id] as (input: object) => Promise<unknown>;
    expect(await call({ ...path, ...query, ...body })).toMatchObject({ path, query, body });
    const { method, path: template } = routes[id];
    expect(sent[0]?.method).toBe(method);
    expect(matched(method, sent[0]?.url.pathname ?? '').routeKey).toBe(`${method} ${template}`);
  });

  it('carries any address and message id', async () => {
    const { client } = clientOfAnEcho();
    for (const text of ["o'hara+news@exämple.com", 'a/b@example.com', '"a b"@example.com', '%41@b', '(x)!*'])
      expect(await client.getSuppression({ address: text, stream: text })).toMatchObject({
        path: { address: text },
        query: { stream: text },
      });
  });

  it('is refused at once when its path would lead elsewhere', async () => {
    const { client, sent } = clientOfAnEcho();
    for (const messageId of ['', ' ', '.', '..', undefined as unknown as string])
      await expect(client.getMessage({ messageId })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('leaves out what is undefined', async () => {
    const { client, sent } = clientOfAnEcho();
    await client.listSuppressions({ reason: 'manual', since: undefined });
    await client.listSuppressions();
    expect(sent.map(({ url }) => url.search)).toEqual(['?reason=manual', '']);
  });

  it('has a key of its own when it changes something, or the key of the caller', async () => {
    const { client } = clientOfAnEcho();
    const input = { address: 'a@example.com', because: 'asked' };
    const keyOf = async (options?: { idempotencyKey: string }) =>
      ((await client.suppress(input, options)) as unknown as { requestId?: string }).requestId;
    const keys = [await keyOf(), await keyOf()];
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(await keyOf({ idempotencyKey: 'ticket-7' })).toBe('ticket-7');
    expect(await client.getMessage({ messageId: 'm1' })).not.toHaveProperty('requestId');
  });

  it('keeps the path of a custom domain', async () => {
    const urls: string[] = [];
    const client = new MailfoldClient({
      url: 'https://api.example.com/mail/',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      fetch: async (url) => {
        urls.push(String(url));
        return Response.json({});
      },
    });
    await client.getMessage({ messageId: 'm1' });
    expect(urls).toEqual(['https://api.example.com/mail/v1/messages/m1']);
  });
});
