import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import { type OidcIssuer, startOidcIssuer } from '../../local/oidc/oidc-issuer.ts';
import { aFunction, temporaryFolder, writeAssembly } from './support/assembly.ts';

const echo = `export const handler = async ({ requestContext: { apiId, authorizer }, pathParameters }) =>
  ({ apiId, authorizer, pathParameters, told: process.env.ISSUER });`;

const api = () => ({ Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } });
const ofApi = (ApiId: string, type: string, more: object) => ({
  Type: `AWS::ApiGatewayV2::${type}`,
  Properties: { ApiId: { Ref: ApiId }, ...more },
});
const integration = (ApiId: string) =>
  ofApi(ApiId, 'Integration', {
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
    IntegrationUri: { 'Fn::GetAtt': ['Echo', 'Arn'] },
  });
const route = (ApiId: string, RouteKey: string, more: object = {}) =>
  ofApi(ApiId, 'Route', {
    RouteKey,
    Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${ApiId}Integration` }]] },
    ...more,
  });
const withToken = (AuthorizationScopes?: string[]) => ({
  AuthorizationType: 'JWT',
  AuthorizerId: { Ref: 'Authorizer' },
  ...(AuthorizationScopes && { AuthorizationScopes }),
});
/** As the CDK writes the issuer of a user pool. */
const poolIssuer = {
  'Fn::Join': ['', ['https://cognito-idp.', { Ref: 'AWS::Region' }, '.amazonaws.com/', { Ref: 'Pool' }]],
};

const resources = {
  Webhooks: api(),
  Console: api(),
  Pool: { Type: 'AWS::Cognito::UserPool' },
  Client: { Type: 'AWS::Cognito::UserPoolClient' },
  Authorizer: ofApi('Console', 'Authorizer', {
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: { Issuer: poolIssuer, Audience: [{ Ref: 'Client' }] },
  }),
  Echo: aFunction('echo', { Environment: { Variables: { ISSUER: poolIssuer } } }),
  WebhooksStage: ofApi('Webhooks', 'Stage', {
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 },
  }),
  ConsoleStage: ofApi('Console', 'Stage', { StageName: '$default' }),
  WebhooksIntegration: integration('Webhooks'),
  ConsoleIntegration: integration('Console'),
  Hook: route('Webhooks', 'POST /hooks'),
  Files: route('Console', 'GET /{file+}'),
  Me: route('Console', 'GET /v1/me', withToken()),
  Release: route('Console', 'POST /v1/release', withToken(['console/write', 'console/admin'])),
};
const clientId = 'Tiny-Client';

let folder: ReturnType<typeof temporaryFolder>;
let issuer: OidcIssuer;
let stack: LocalStack;

const assembly = (changed: object = {}) =>
  writeAssembly(folder.path, { Resources: { ...resources, ...changed } }, { echo });
const start = (jwtIssuer?: string, changed: object = {}) =>
  startLocalStack({
    assemblyDir: assembly(changed),
    dynamoDbEndpoint: 'http://127.0.0.1:1',
    concurrency: 1,
    ...(jwtIssuer && { jwtIssuer }),
  });

beforeAll(async () => {
  folder = temporaryFolder();
  issuer = await startOidcIssuer({
    users: [
      { username: 'ana', email: 'ana@example.com', groups: ['support', 'operator'] },
      { username: 'bob' },
    ],
  });
  stack = await start(issuer.url);
});

afterAll(async () => {
  await stack?.stop();
  await issuer?.stop();
  folder.remove();
});

const ask = async (method: string, path: string, token?: string, name = 'Console') => {
  const response = await fetch(`${stack.apiUrlOf(name)}${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: token },
  });
  const text = await response.text();
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: JSON.parse(text),
  };
};
const accessToken = (scopes: string[] = [], username = 'ana') =>
  issuer.tokensFor({ username, clientId, scopes }).access_token;

describe('several HTTP APIs', () => {
  it('have addresses, routes and limits of their own', async () => {
    expect(stack.apiUrl).toBe(stack.apiUrlOf('Webhooks'));
    expect(stack.apiUrlOf('Console')).not.toBe(stack.apiUrl);
    expect(await ask('GET', '/assets/app.js')).toMatchObject({
      status: 200,
      body: { apiId: 'console', pathParameters: { file: 'assets/app.js' } },
    });
    expect(await ask('POST', '/hooks')).toMatchObject({ status: 404 });
    const hooks = [
      await ask('POST', '/hooks', undefined, 'Webhooks'),
      await ask('POST', '/hooks', undefined, 'Webhooks'),
    ];
    expect(hooks.map(({ status, body }) => [status, body.apiId])).toEqual([
      [200, 'webhooks'],
      [429, undefined],
    ]);
    expect((await ask('GET', '/index.html')).status).toBe(200);
  });
});

describe('a route that needs a token', () => {
  it('hands the claims over as API Gateway does: as strings', async () => {
    const { status, body } = await ask('GET', '/v1/me', `Bearer ${accessToken(['openid', 'console/read'])}`);
    expect(status).toBe(200);
    expect(body.authorizer).toEqual({
      jwt: {
        claims: {
          iss: issuer.url,
          sub: 'ana',
          username: 'ana',
          email: 'ana@example.com',
          client_id: clientId,
          token_use: 'access',
          scope: 'openid console/read',
          'cognito:groups': '[support operator]',
          iat: expect.stringMatching(/^\d{10}$/),
          exp: expect.stringMatching(/^\d{10}$/),
          auth_time: expect.stringMatching(/^\d{10}$/),
          jti: expect.any(String),
        },
        scopes: null,
      },
    });
  });

  it('takes a token without the word Bearer, and one whose audience is the client', async () => {
    expect((await ask('GET', '/v1/me', accessToken())).status).toBe(200);
    const idToken = issuer.tokensFor({ username: 'bob', clientId, scopes: ['openid'] }).id_token;
    expect((await ask('GET', '/v1/me', `Bearer ${idToken}`)).status).toBe(200);
  });

  it('with scopes lets through who has one of them', async () => {
    const { status, body } = await ask(
      'POST',
      '/v1/release',
      `Bearer ${accessToken(['x', 'console/write'])}`,
    );
    expect([status, body.authorizer.jwt.scopes]).toEqual([200, ['x', 'console/write']]);
    const idToken = issuer.tokensFor({
      username: 'ana',
      clientId,
      scopes: ['openid', 'console/write'],
    }).id_token;
    for (const token of [accessToken(['console/read']), accessToken(), idToken ?? '']) {
      expect(await ask('POST', '/v1/release', `Bearer ${token}`)).toEqual({
        status: 403,
        challenge: 'Bearer scope="console/write console/admin" error="insufficient_scope"',
        body: { message: 'Forbidden' },
      });
    }
  });

  it('reads scopes from scp too', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const token = issuer.sign({
      iss: issuer.url,
      aud: [clientId, 'other'],
      exp: now + 60,
      scp: ['console/admin'],
    });
    expect((await ask('POST', '/v1/release', token)).status).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1_000);
  const claims = () => ({ iss: issuer.url, client_id: clientId, exp: now() + 60 });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const forged = (header: object, body: object, key?: Parameters<typeof sign>[2]) => {
    const signed = [header, body]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${key ? sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url') : ''}`;
  };
  const keyId = () => JSON.parse(Buffer.from(accessToken().split('.')[0] ?? '', 'base64url').toString()).kid;

  it.each([
    ['no token', () => undefined, undefined],
    ['no token at all', () => 'Bearer hello', 'the token is malformed'],
    ['a token that has expired', () => issuer.sign({ ...claims(), exp: now() }), 'the token has expired'],
    [
      'a token that never expires',
      () => issuer.sign({ ...claims(), exp: undefined }),
      'the token has expired',
    ],
    ['a token for later', () => issuer.sign({ ...claims(), nbf: now() + 60 }), 'the token is not valid yet'],
    [
      'a token from the future',
      () => issuer.sign({ ...claims(), iat: now() + 60 }),
      'the token was issued in the future',
    ],
    [
      'a token of another client',
      () => issuer.sign({ ...claims(), client_id: 'x' }),
      'the token has another audience',
    ],
    [
      'an audience that is another',
      () => issuer.sign({ ...claims(), aud: 'x' }),
      'the token has another audience',
    ],
    [
      'a token of another issuer',
      () => issuer.sign({ ...claims(), iss: 'https://x' }),
      'the token has another issuer',
    ],
    [
      'a token without a signature',
      () => forged({ alg: 'none', kid: keyId() }, claims()),
      'the signature of the token is wrong',
    ],
    [
      'a token of an unknown key',
      () => forged({ alg: 'RS256', kid: 'x' }, claims(), privateKey),
      'unable to find the key of the token',
    ],
    [
      'a forged token',
      () => forged({ alg: 'RS256', kid: keyId() }, claims(), privateKey),
      'the signature of the token is wrong',
    ],
    [
      'a changed token',
      () => accessToken().replace(/\.[^.]+\./, `.${Buffer.from('{}').toString('base64url')}.`),
      'the signature of the token is wrong',
    ],
  ])('answers 401 to %s', async (_, token, reason) => {
    const challenge = reason ? `Bearer error="invalid_token" error_description="${reason}"` : 'Bearer';
    expect(await ask('GET', '/v1/me', token())).toEqual({
      status: 401,
      challenge,
      body: { message: 'Unauthorized' },
    });
  });
});

describe('the issuer of a template', () => {
  it('is replaced everywhere by the one that an option names', async () => {
    expect((await ask('GET', '/index.html')).body.told).toBe(issuer.url);
    expect(stack.ignored).toEqual(['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolClient']);
  });

  const authorizer = (more: object) => ({
    Authorizer: {
      ...resources.Authorizer,
      Properties: { ...resources.Authorizer.Properties, ...more },
    },
  });

  it.each([
    [
      'a plain http address',
      authorizer({ JwtConfiguration: { Issuer: 'http://example.com' } }),
      /^Authorizer: expected its issuer to be an https URL/,
    ],
    [
      'another type',
      authorizer({ AuthorizerType: 'REQUEST' }),
      /^Authorizer is an authorizer of type REQUEST; /,
    ],
    [
      'another source',
      authorizer({ IdentitySource: ['$request.querystring.t'] }),
      /^Authorizer: expected one header as its IdentitySource/,
    ],
    [
      'no authorizer',
      { Me: route('Console', 'GET /v1/me', { AuthorizationType: 'JWT' }) },
      /^Me has no authorizer: its AuthorizerId is ""$/,
    ],
    [
      'CORS',
      { Console: { ...api(), Properties: { ...api().Properties, CorsConfiguration: {} } } },
      /^Console has a CorsConfiguration/,
    ],
  ])('with %s is refused in one line', async (_, changed, message) => {
    await expect(start(undefined, changed)).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(message),
    });
  });
});
