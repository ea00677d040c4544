import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIssuerKeys } from '../../local/jwt/issuer-keys.ts';
import { isSignedBy, parseJwt } from '../../local/jwt/jwt.ts';
import { createGrants } from '../../local/oidc/grants.ts';
import { type OidcIssuer, startOidcIssuer } from '../../local/oidc/oidc-issuer.ts';

let issuer: OidcIssuer;

beforeAll(async () => {
  issuer = await startOidcIssuer({
    users: [{ username: 'ana', email: 'ana@example.com', groups: ['operator'] }, { username: '<bob>' }],
    groupsClaim: 'groups',
    lifetimeSeconds: 60,
  });
});
afterAll(() => issuer.stop());

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const request = (changed: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: 'console',
  redirect_uri: 'http://127.0.0.1:4711/callback',
  scope: 'openid console/read',
  state: 'the-state',
  nonce: 'the-nonce',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...changed,
});

/** Asks for the page, or answers its form. Returns where the browser is sent. */
async function authorize(changed: Record<string, string> = {}, username?: string) {
  const response = await fetch(`${issuer.url}/authorize?${new URLSearchParams(request(changed))}`, {
    redirect: 'manual',
    ...(username !== undefined && { method: 'POST', body: new URLSearchParams({ username }) }),
  });
  const location = response.headers.get('location');
  return {
    status: response.status,
    page: await response.text(),
    location: location === null ? undefined : new URL(location),
  };
}

type Answer = Record<'token_type' | 'access_token' | 'id_token' | 'refresh_token' | 'error', string> & {
  expires_in: number;
};

async function exchange(fields: Record<string, string>) {
  const response = await fetch(`${issuer.url}/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    status: response.status,
    cors: response.headers.get('access-control-allow-origin'),
    body: (await response.json()) as Answer,
  };
}
const exchangeCode = (code: string, changed: Record<string, string> = {}) =>
  exchange({
    grant_type: 'authorization_code',
    code,
    client_id: 'console',
    redirect_uri: request().redirect_uri,
    code_verifier: verifier,
    ...changed,
  });
const signIn = async () => (await authorize({}, 'ana')).location?.searchParams.get('code') ?? '';
const claimsOf = (token: string) => parseJwt(token)?.claims;

describe('a local OpenID provider', () => {
  it('describes itself as clients expect', async () => {
    const response = await fetch(`${issuer.url}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: issuer.url,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      jwks_uri: `${issuer.url}/.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('lets a person choose who to be, and sends the code back with the state', async () => {
    const { status, page } = await authorize();
    expect(status).toBe(200);
    expect(page).toContain('>ana<small>operator</small>');
    expect(page).toContain('&lt;bob&gt;');
    expect(page).not.toContain('<bob>');
    const { location } = await authorize({}, 'ana');
    expect(location?.origin + (location?.pathname ?? '')).toBe('http://127.0.0.1:4711/callback');
    expect(location?.searchParams.get('state')).toBe('the-state');
  });

  it('exchanges the code for tokens that its keys have signed', async () => {
    const { status, body, cors } = await exchangeCode(await signIn());
    expect([status, cors, body.token_type, body.expires_in]).toEqual([200, '*', 'Bearer', 60]);
    expect(claimsOf(body.access_token)).toMatchObject({
      iss: issuer.url,
      sub: 'ana',
      client_id: 'console',
      scope: 'openid console/read',
      groups: ['operator'],
      token_use: 'access',
    });
    expect(claimsOf(body.id_token)).toMatchObject({
      aud: 'console',
      nonce: 'the-nonce',
      email: 'ana@example.com',
    });
    const parsed = parseJwt(body.access_token);
    const key = await openIssuerKeys(issuer.url).find(parsed?.keyId ?? '');
    expect(parsed && key && isSignedBy(parsed, key)).toBe(true);
  });

  it('gives new tokens for a refresh token, to the same client', async () => {
    const { body } = await exchangeCode(await signIn());
    const refresh = (client_id: string) =>
      exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id });
    expect(claimsOf((await refresh('console')).body.access_token)).toMatchObject({ sub: 'ana' });
    expect((await refresh('another')).status).toBe(400);
  });

  it('takes a code once, and only with its proof', async () => {
    const code = await signIn();
    expect((await exchangeCode(code)).status).toBe(200);
    expect(await exchangeCode(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const wrongProofs: Record<string, string>[] = [
      { code_verifier: 'another' },
      { client_id: 'another' },
      { redirect_uri: 'http://127.0.0.1:4711/other' },
    ];
    for (const wrong of wrongProofs) {
      const stolen = await signIn();
      expect((await exchangeCode(stolen, wrong)).status).toBe(400);
      expect((await exchangeCode(stolen)).status).toBe(400);
    }
  });

  it('takes no code that is older than a minute', () => {
    let now = 0;
    const grants = createGrants(() => now);
    const proof = { clientId: 'c', redirectUri: 'r', codeVerifier: verifier };
    const grant = { username: 'ana', clientId: 'c', scopes: [] };
    const give = () => grants.giveCode(grant, { redirectUri: 'r', codeChallenge: challenge });
    const [young, old] = [give(), give()];
    now = 60_000;
    expect(grants.takeCode(young, proof)).toEqual(grant);
    now = 60_001;
    expect(grants.takeCode(old, proof)).toBeUndefined();
  });

  it.each([
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
  ])('sends a request back that has %o', async (changed, error) => {
    const { location } = await authorize(changed);
    expect(location?.searchParams.get('error')).toBe(error);
  });

  it.each(['https://example.com/', 'http://127.0.0.1.example.com/', 'javascript:alert(1)', ''])(
    'sends no code to %s',
    async (redirect_uri) => {
      expect(await authorize({ redirect_uri }, 'ana')).toMatchObject({ status: 400, location: undefined });
    },
  );

  it('knows only its users', async () => {
    const { location } = await authorize({}, 'mallory');
    expect([location?.searchParams.get('error'), location?.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ]);
  });

  it('sends the browser back after signing out, if that is on this machine', async () => {
    const out = async (uri: string) => {
      const response = await fetch(
        `${issuer.url}/logout?post_logout_redirect_uri=${encodeURIComponent(uri)}`,
        { redirect: 'manual' },
      );
      return [response.status, response.headers.get('location')];
    };
    expect(await out('http://localhost:4711/')).toEqual([302, 'http://localhost:4711/']);
    expect(await out('https://example.com/')).toEqual([200, null]);
  });
});
