import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleServer, startConsole } from '../../../cli/console/console-server.ts';
import { readStaticFiles } from '../../../serving/static-files.ts';
import type { OnTrouble } from '../../../store/live-events.ts';
import type { StreamEvent } from '../../../store/stream-event.ts';

/** The API behind the console: keeps what reaches it. */
const asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let api: Server;
let folder: string;
let server: ConsoleServer;
let tell: (event: StreamEvent) => void = () => {};
let tellTrouble: OnTrouble = () => {};
let watchers = 0;
const secretFile = 'what lies beside the files';

beforeAll(async () => {
  api = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(200, {
      'content-type': 'application/json',
      etag: '"e1"',
      'set-cookie': 'stranger=1',
      'cache-control': 'public, max-age=600',
    });
    response.end('{"ok":true}');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', () => resolve()));
  folder = mkdtempSync(join(tmpdir(), 'mailfold-console-'));
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), secretFile);
  writeFileSync(join(folder, 'console', 'index.html'), '<!doctype html>the page');
  writeFileSync(join(folder, 'console', 'assets', 'index-0a1B2c3d.js'), 'script');
  const files = readStaticFiles(join(folder, 'console'));
  if (!files) throw new Error('expected files');
  server = await startConsole({
    files,
    api: {
      url: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      sign: async ({ headers }) => ({ ...headers, authorization: 'signed as the operator' }),
    },
    watch: async (onEvent, onTrouble) => {
      watchers += 1;
      tell = onEvent;
      tellTrouble = onTrouble;
      return {
        async stop() {
          watchers -= 1;
        },
      };
    },
  });
});
afterAll(async () => {
  await server?.stop();
  api?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
});

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type Got = { status: number; headers: IncomingMessage['headers']; body: string };

/** Sends a path as it is written: `fetch` and browsers would resolve `..` first. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { statusCode: status = 0, headers: got } = response;
      resolve({ status, headers: got, body: Buffer.concat(chunks).toString() });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const token = () => new URL(server.url).hash.replace('#token=', '');
const exchange = (given: unknown, headers = {}) =>
  send('/session', { method: 'POST', body: JSON.stringify({ token: given }), headers });
async function signedIn(): Promise<{ cookie: string }> {
  const { headers } = await exchange(token());
  return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
}

/** Opens the stream of live events, as a page does. */
async function listen() {
  const { hostname, port } = new URL(server.origin);
  const headers = await signedIn();
  let text = '';
  const outgoing = request({ hostname, port, path: '/live', headers }, (response) => {
    expect(response.headers['content-type']).toBe('text/event-stream');
    response.on('data', (chunk) => {
      text += String(chunk);
    });
  });
  // It ends when the page leaves.
  outgoing.once('error', () => {});
  outgoing.end();
  return { heard: () => text, leave: () => void outgoing.destroy() };
}

describe('the console on this machine', () => {
  it('swaps the token of its URL for a cookie that no script can read', async () => {
    expect(new URL(server.url).search).toBe('');
    const { status, headers } = await exchange(token());
    expect(status).toBe(204);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^mailfold_console_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    // Who steals the cookie does not have the token, and the other way round.
    expect(headers['set-cookie']?.[0]).not.toContain(token());
  });

  it('asks the API as the person who runs it, and passes nothing else on', async () => {
    const headers = {
      ...(await signedIn()),
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      'x-forwarded-for': '1.2.3.4',
      authorization: 'Bearer of somebody else',
    };
    const path = '/v1/suppressions/a%40b.example/release?x=1';
    const reply = await send(path, { method: 'POST', headers, body: '{"because":"x"}' });
    expect(reply).toMatchObject({ status: 200, body: '{"ok":true}' });
    const [{ headers: passed, ...rest } = { headers: {} }] = asked;
    expect(rest).toEqual({ method: 'POST', url: path, body: '{"because":"x"}' });
    expect(passed).toMatchObject({ 'idempotency-key': 'k1', authorization: 'signed as the operator' });
    expect(passed).not.toHaveProperty('cookie');
    expect(passed).not.toHaveProperty('x-forwarded-for');
    // Nothing that is about people is kept, and no cookie comes from elsewhere.
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', etag: '"e1"' });
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });

  it('sends the policy that forbids everything from elsewhere with every answer', async () => {
    for (const path of ['/', '/messages/m1', '/v1/me', '/assets/none.js']) {
      const { headers } = await send(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          "trusted-types 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('serves the page under the URL of every view, and no script that is not there', async () => {
    for (const path of ['/', '/messages/%3Cm1%40x.example%3E', '/addresses/ana@example.com'])
      expect(await send(path)).toMatchObject({ status: 200, body: '<!doctype html>the page' });
    expect((await send('/assets/index-ffffffff.js')).status).toBe(404);
    // A page is asked for again each time; a script with another content has another name.
    expect((await send('/')).headers['cache-control']).toBe('no-cache');
    expect(await send('/assets/index-0a1B2c3d.js')).toMatchObject({
      body: 'script',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
  });

  it('tells a page of events as they are stored, and watches only while one listens', async () => {
    const page = await listen();
    await expect.poll(page.heard).toContain('watching');
    tell({ id: 'e1' } as StreamEvent);
    await expect.poll(page.heard).toContain('data: {"id":"e1"}\n\n');
    page.leave();
    await expect.poll(() => watchers).toBe(0);
  });

  it('tells every page that no event can arrive, also one that is opened meanwhile, and that they can again', async () => {
    const first = await listen();
    await expect.poll(first.heard).toContain('watching');
    tellTrouble(true);
    await expect.poll(first.heard).toContain('event: trouble\ndata: ');
    const second = await listen();
    await expect.poll(second.heard).toContain('event: trouble\ndata: ');
    tellTrouble(false);
    for (const page of [first, second]) {
      await expect.poll(page.heard).toContain('event: recovery\ndata: ');
      page.leave();
    }
    await expect.poll(() => watchers).toBe(0);
    const third = await listen();
    await expect.poll(third.heard).toContain('watching');
    third.leave();
  });
});

describe('an attack on the console of this machine fails', () => {
  it('without the cookie, or with a wrong one', async () => {
    const { cookie } = await signedIn();
    const [name = '', value = ''] = cookie.split('=');
    const wrong: Record<string, string>[] = [
      {},
      { cookie: `${name}=` },
      { cookie: `${name}=${value.slice(0, -1)}` },
      { cookie: `${name}=${'x'.repeat(value.length)}` },
      { cookie: `${name}=${token()}` },
      { cookie: `other_${cookie}` },
    ];
    for (const path of ['/v1/me', '/v1', '/live'])
      for (const headers of wrong)
        expect([path, (await send(path, { headers })).status]).toEqual([path, 401]);
    expect(asked).toEqual([]);
  });

  it('with a guessed token', async () => {
    for (const guess of ['', 'x', token().slice(1), `${token()}x`, null, 1, {}, [token()]])
      expect([guess, (await exchange(guess)).status]).toEqual([guess, 401]);
    expect((await send('/session', { method: 'POST', body: 'no JSON' })).status).toBe(401);
    expect((await send('/session', { method: 'POST', body: 'null' })).status).toBe(401);
    // A link cannot sign anybody in.
    expect((await send(`/session?token=${token()}`)).headers).not.toHaveProperty('set-cookie');
  });

  it('from a domain whose owner has pointed it at this machine', async () => {
    const headers = await signedIn();
    const { port } = new URL(server.origin);
    for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`, `127.0.0.1:1`])
      for (const path of ['/', '/v1/me', '/session'])
        expect([host, path, (await send(path, { headers: { ...headers, host } })).status]).toEqual([
          host,
          path,
          421,
        ]);
    expect((await send('/v1/me', { headers: { ...headers, host: `LOCALHOST:${port}` } })).status).toBe(200);
  });

  it('from a page of another site, or of another port of this machine', async () => {
    const headers = await signedIn();
    const { port } = new URL(server.origin);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:1' },
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: server.origin, 'sec-fetch-site': 'cross-site' },
    ];
    for (const from of foreign)
      for (const path of ['/v1/me', '/live', '/'])
        expect([from, path, (await send(path, { headers: { ...headers, ...from } })).status]).toEqual([
          from,
          path,
          403,
        ]);
    for (const from of foreign) expect((await exchange(token(), from)).status).toBe(403);
    expect(asked).toEqual([]);
    const own = { ...headers, origin: server.origin, 'sec-fetch-site': 'same-origin' };
    expect((await send('/v1/me', { headers: own })).status).toBe(200);
  });

  it('with a path that leads out of the files, or out of /v1', async () => {
    const headers = await signedIn();
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%00',
      `//..${folder}/secret.txt`,
    ])
      expect((await send(path, { headers })).body).not.toContain(secretFile);
    for (const path of ['/v1/../webhooks/sendgrid', '/v1/%2e%2e/webhooks/sendgrid', '/v1/..//evil.example/'])
      expect([path, (await send(path, { method: 'POST', headers })).status]).toEqual([path, 404]);
    expect(asked).toEqual([]);
    // To the API alone, whatever host the path names.
    expect((await send('/v1//evil.example/v1/me', { headers })).status).toBe(200);
    expect(asked).toMatchObject([{ url: '/v1//evil.example/v1/me' }]);
  });

  it('with other methods, or with bodies that are too large', async () => {
    const headers = await signedIn();
    for (const method of ['DELETE', 'OPTIONS', 'PATCH'])
      expect([method, (await send('/', { method, headers })).status]).toEqual([method, 405]);
    expect((await send('/v1/me', { method: 'PATCH', headers })).status).toBe(405);
    const body = 'x'.repeat(1_024 * 1_024 + 1);
    expect((await send('/v1/me', { method: 'POST', headers, body })).status).toBe(413);
    expect(asked).toEqual([]);
  });
});
