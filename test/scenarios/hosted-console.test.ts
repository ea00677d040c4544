import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack as CdkStack, CfnOutput } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressExplanation, Me } from '../../client/api.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { Mailfold } from '../../lib/mailfold.ts';
import { type OidcIssuer, startOidcIssuer } from '../../local/oidc/oidc-issuer.ts';
import { anApp } from '../lib/synthesize.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-hosted-'));
let issuer: OidcIssuer;
let stack: Stack;
let url: string;
let signIn: { issuer: string; clientId: string; scope: string };

beforeAll(async () => {
  issuer = await startOidcIssuer({
    users: [
      { username: 'vera', email: 'vera@example.com', groups: ['viewer'] },
      { username: 'sam', email: 'sam@example.com', groups: ['support'] },
      { username: 'olga', email: 'olga@example.com', groups: ['operator', 'everybody'] },
      { username: 'nobody', email: 'nobody@example.com', groups: ['everybody'] },
    ],
  });
  stack = await aStack({ assemblyDir: anAssembly(), jwtIssuer: issuer.url });
  url = stack.apiUrlOf('MailfoldConsoleApi');
  signIn = (await (await fetch(`${url}/sign-in.json`)).json()) as typeof signIn;
});
afterAll(async () => {
  await stack?.stop();
  await issuer?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A stack with the hosted console, and a page in place of the built ones. */
function anAssembly(): string {
  const files = join(folder, 'pages');
  mkdirSync(join(files, 'assets'), { recursive: true });
  writeFileSync(join(files, 'index.html'), `<!doctype html>${'the page '.repeat(50)}`);
  writeFileSync(join(files, 'assets', 'index-0a1B2c3d.js'), 'script');
  const app = anApp({}, { outdir: join(folder, 'assembly') });
  const cdkStack = new CdkStack(app, 'Mailfold');
  const { messagesTable } = new Mailfold(cdkStack, 'Mailfold', { console: { files } });
  for (const [name, value] of [['MessagesTableName', messagesTable.tableName]] as const)
    new CfnOutput(cdkStack, name, { value });
  return app.synth().directory;
}

const tokensOf = (username: string, scopes = [signIn.scope, 'openid']) =>
  issuer.tokensFor({ username, clientId: signIn.clientId, scopes });
const accessToken = (username: string) => tokensOf(username).access_token;

async function ask(token: string | undefined, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

const bounce = async (email: string) => {
  await stack.postToSendgrid([
    aReport({ email, event: 'bounce', type: 'bounce', sg_message_id: `m-${email}.recvd-1` }),
  ]);
  await expect.poll(() => stack.message(`m-${email}`), { timeout: 30_000 }).toBeDefined();
};

describe('the hosted console', () => {
  it('serves its pages before anybody has signed in, and says where people sign in', async () => {
    expect(signIn).toMatchObject({ issuer: issuer.url, scope: 'console/use' });
    for (const path of ['/', '/messages/m1', '/addresses/ana@example.com']) {
      const response = await fetch(url + path);
      expect([path, response.status, response.headers.get('content-encoding')]).toEqual([path, 200, 'gzip']);
      expect(await response.text()).toContain('the page');
      expect(response.headers.get('strict-transport-security')).toContain('max-age=63072000');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' " +
          `${issuer.url} https://${new URL((await origins())[1] ?? '').host}; form-action 'none'; base-uri 'none'; ` +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
    }
    const script = await fetch(`${url}/assets/index-0a1B2c3d.js`);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${url}/assets/../../handler.mjs`)).headers.get('content-type')).toContain(
      'text/html',
    );
    expect((await fetch(`${url}/assets/none.js`)).status).toBe(404);
    expect((await ask(accessToken('olga'), 'GET', '/v1/no-such-route')).status).toBe(404);
  });

  const origins = async () => {
    const { origins: more } = (await (await fetch(`${url}/sign-in.json`)).json()) as { origins: string[] };
    return [issuer.url, ...more];
  };

  it('knows each person by name, and what they may do', async () => {
    const { body } = await ask(accessToken('sam'), 'GET', '/v1/me');
    expect(body as Me).toMatchObject({
      caller: { type: 'person', name: 'sam@example.com' },
      roles: ['viewer', 'support'],
      features: ['console', 'lake'],
    });
  });

  it('keeps who released an address, and why', async () => {
    await bounce('rosa@hosted.example');
    const path = '/v1/suppressions/rosa@hosted.example';
    const reason = { because: 'asked by phone' };
    expect((await ask(accessToken('vera'), 'POST', `${path}/release`, reason)).status).toBe(403);
    expect((await ask(accessToken('sam'), 'POST', `${path}/release`, reason)).status).toBe(200);
    const { body } = await ask(accessToken('vera'), 'GET', path);
    expect((body as AddressExplanation).history.at(-1)).toMatchObject({
      type: 'release',
      by: 'sam@example.com',
      because: 'asked by phone',
    });
  });

  it('answers a question about live events without a body while nothing happens', async () => {
    const token = accessToken('vera');
    const { body } = await ask(token, 'GET', '/v1/live');
    const path = `/v1/live?cursor=${encodeURIComponent(body.cursor)}`;
    const first = await ask(token, 'GET', path);
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await fetch(url + path, { headers });
    expect([first.body.events, again.status, await again.text()]).toEqual([[], 304, '']);
    expect(again.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an attack on the hosted console fails', () => {
  const forged = (header: object, claims: object, signature: (signed: string) => string) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const signed = `${encode(header)}.${encode(claims)}`;
    return `${signed}.${signature(signed)}`;
  };
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

  it.each<[string, () => string | undefined]>([
    ['without a token', () => undefined],
    ['with a word in place of a token', () => 'olga'],
    [
      'with a token without a signature',
      () =>
        forged({ ...headerOf(accessToken('olga')), alg: 'none' }, claimsOf(accessToken('olga')), () => ''),
    ],
    [
      'with a token signed by somebody else',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return forged(headerOf(accessToken('olga')), claimsOf(accessToken('olga')), (signed) =>
          signBytes('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url'),
        );
      },
    ],
    [
      'with a token signed with the public key as if it were a secret',
      () =>
        forged({ ...headerOf(accessToken('olga')), alg: 'HS256' }, claimsOf(accessToken('olga')), (signed) =>
          createHmac('sha256', 'the public key').update(signed).digest('base64url'),
        ),
    ],
    [
      'with a token whose groups were changed',
      () => {
        const [header, , signature] = accessToken('vera').split('.');
        const claims = { ...claimsOf(accessToken('vera')), 'cognito:groups': ['operator'] };
        return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      },
    ],
    ['with a token that has expired', () => issuer.sign({ ...claimsOf(accessToken('olga')), exp: 1 })],
    [
      'with a token for another client',
      () => issuer.sign({ ...claimsOf(accessToken('olga')), client_id: 'other' }),
    ],
    [
      'with a token for another audience',
      () => issuer.sign({ ...claimsOf(accessToken('olga')), aud: 'other' }),
    ],
    [
      'with a token of another issuer',
      () => issuer.sign({ ...claimsOf(accessToken('olga')), iss: 'https://evil.example' }),
    ],
  ])('%s', async (_, token) => {
    expect((await ask(token(), 'GET', '/v1/me')).status).toBe(401);
  });

  it('with an ID token, or an access token for something else', async () => {
    expect((await ask(tokensOf('olga').id_token, 'GET', '/v1/me')).status).toBe(403);
    expect((await ask(tokensOf('olga', ['openid']).access_token, 'GET', '/v1/me')).status).toBe(403);
  });

  it('without a group, on every route', async () => {
    for (const { method, path } of routes) {
      const target = path.replace('{messageId}', 'm1').replace('{address}', 'a@example.com');
      const body = method === 'GET' ? undefined : {};
      const { status, body: problem } = await ask(accessToken('nobody'), method, target, body);
      expect([path, status, problem?.code]).toEqual([path, 403, 'role-missing']);
    }
  });

  it('with a role that is too low, even when the page is not used', async () => {
    const allowed = async (username: string) => [
      (await ask(accessToken(username), 'GET', '/v1/dead-letters')).status,
      (await ask(accessToken(username), 'GET', '/v1/dead-letters/bodies')).status,
      (await ask(accessToken(username), 'POST', '/v1/dead-letters/redrive', { all: true, dryRun: true }))
        .status,
      (await ask(accessToken(username), 'PUT', '/v1/suppressions/a@b.example', { because: 'x' })).status,
    ];
    expect(await allowed('vera')).toEqual([200, 403, 403, 403]);
    expect(await allowed('sam')).toEqual([200, 403, 403, 200]);
    expect(await allowed('olga')).toEqual([200, 200, 200, 200]);
  });

  it('with a name that tries to add a header or a line', async () => {
    const claims = { ...claimsOf(accessToken('sam')), email: 'sam@example.com\r\nset-cookie: a=b' };
    const { status, headers, body } = await ask(issuer.sign(claims), 'GET', '/v1/me');
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect((body as Me).caller.name).toBe('sam@example.com set-cookie: a=b');
  });

  it('with a signature of IAM instead of a token', async () => {
    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x/y/z, SignedHeaders=host, Signature=00' };
    expect((await fetch(`${url}/v1/me`, { headers })).status).toBe(401);
    // And a token opens nothing on the API of programs.
    const token = { authorization: `Bearer ${accessToken('olga')}` };
    expect((await fetch(`${stack.apiUrl}/v1/me`, { headers: token })).status).toBe(403);
  });
});
