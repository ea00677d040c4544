import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { apiClient } from '../../../cli/connect/api-client.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
  );
});

type Answer = {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Record<string, string>;
};

/** A server that gives these answers, one after the other, and repeats the last. */
async function answering(...answers: Answer[]) {
  const requests: { method: string; url: string; type: string | undefined; body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const { method = '', url = '', headers } = incoming;
    requests.push({ method, url, type: headers['content-type'], body });
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? { status: 500 };
    outgoing.writeHead(answer.status, answer.headers).end(answer.text ?? '');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pauses: number[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const api = apiClient({
    url,
    headers: { authorization: 'Bearer key-1' },
    apiKey: 'key-1',
    pause: async (millis) => pauses.push(millis),
  });
  return { api, requests, pauses, url };
}

const list = { method: 'GET', path: '/webhooks' } as const;

describe("a call of a provider's API", () => {
  it('goes to the path behind the address of the API, as JSON or as a form', async () => {
    const { api, requests } = await answering({ status: 200, text: '{"id":12345678901234567890}' });
    // A number keeps all its digits.
    expect(JSON.stringify(await api.send(list))).toBe('{"id":12345678901234567890}');
    await api.send({ method: 'POST', path: '/webhooks', json: { a: 1 } });
    await api.send({
      method: 'PUT',
      path: '/webhooks/1',
      form: [
        ['url', 'https://a.example/?x=1&y'],
        ['url', 'b'],
      ],
    });
    expect(requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /v1/webhooks ',
      'POST /v1/webhooks {"a":1}',
      'PUT /v1/webhooks/1 url=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y&url=b',
    ]);
    expect(requests.map(({ type }) => type?.split(';')[0])).toEqual([
      undefined,
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
  });

  it('is repeated when there were too many, after the pause that the answer names', async () => {
    const { api, requests, pauses } = await answering(
      { status: 429, headers: { 'retry-after': '3' } },
      { status: 429 },
      { status: 429, headers: { 'retry-after': '86400' } },
      { status: 204 },
    );
    expect(await api.send(list)).toBeUndefined();
    expect(requests).toHaveLength(4);
    expect(pauses).toEqual([3_000, 1_000, 30_000]);
  });

  it('is given up after four times', async () => {
    const { api, requests } = await answering({ status: 429, headers: { 'retry-after': 'soon' } });
    await expect(api.send(list)).rejects.toMatchObject({ status: 429 });
    expect(requests).toHaveLength(4);
  });

  it('does not follow a redirect, which would send the key elsewhere', async () => {
    const elsewhere = await answering({ status: 200, text: '{}' });
    const { api } = await answering({ status: 302, headers: { location: elsewhere.url } });
    await expect(api.send(list)).rejects.toMatchObject({ status: 0 });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    ['{"message":"no such domain"}', 'no such domain'],
    ['{"ErrorCode":10,"Message":"bad token"}', 'bad token'],
    ['{"errors":[{"field":null,"message":"forbidden"}]}', 'forbidden'],
    ['{"ErrorMessage":"already exists"}', 'already exists'],
    ['<html>\n  bad   gateway</html>', '<html> bad gateway</html>'],
    ['', ''],
  ])('that is refused says why: %s', async (text, said) => {
    const { api } = await answering({ status: 400, text });
    await expect(api.send(list)).rejects.toMatchObject({ status: 400, message: said, call: list });
  });

  it('never repeats a key, in whatever spelling', async () => {
    const { api } = await answering({ status: 400, text: '{"message":"key-1, p%22%20w and p\\" w"}' });
    api.hide('user:p" w');
    await expect(api.send(list)).rejects.toMatchObject({ message: '…, … and …' });
    expect(api.masked(JSON.stringify({ password: 'p" w', auth: 'user:p" w' }))).toBe(
      '{"password":"…","auth":"…"}',
    );
  });
});
