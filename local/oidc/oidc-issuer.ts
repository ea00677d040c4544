import { createServer, type IncomingMessage } from 'node:http';
import { type HttpAnswer, jsonAnswer } from '../http-answer.ts';
import { closeServer, listen, readBody } from '../http-server.ts';
import { answerAuthorize, answerLogout } from './authorize.ts';
import { createGrants, type Grant, type Grants } from './grants.ts';
import { createSigningKey, type SigningKey } from './signing-key.ts';
import { type OidcUser, type TokenSettings, tokensFor } from './tokens.ts';

export type OidcIssuerOptions = Omit<TokenSettings, 'issuer'> & {
  /** @default 0: any free port */
  readonly port?: number;
  readonly users: readonly OidcUser[];
};

/** An OpenID provider on this machine, for trials and tests: authorization code with PKCE, and no passwords. */
export type OidcIssuer = {
  readonly url: string;
  /** Tokens for a user, as after signing in. */
  tokensFor(grant: Grant): ReturnType<typeof tokensFor>;
  /** Signs anything, to see what a program does about it. */
  sign: SigningKey['sign'];
  stop(): Promise<void>;
};

export async function startOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const key = createSigningKey();
  const grants = createGrants();
  const server = createServer((request, response) => {
    answer(request, { ...provider, issuer: url })
      .catch(() => jsonAnswer(500, { error: 'server_error' }))
      .then(({ status, headers, body }) => {
        response.writeHead(status, {
          'cache-control': 'no-store',
          ...headers,
          'content-length': body.length,
        });
        response.end(body);
      });
  });
  const provider = { ...options, key, grants };
  const url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  return {
    url,
    tokensFor: (grant) => tokensFor(grant, userOf(options, grant), key, { ...options, issuer: url }),
    sign: key.sign,
    stop: () => closeServer(server),
  };
}

type Provider = OidcIssuerOptions & TokenSettings & { readonly key: SigningKey; readonly grants: Grants };

async function answer(request: IncomingMessage, provider: Provider): Promise<HttpAnswer> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', provider.issuer);
  const form = new URLSearchParams((await readBody(request)).toString());
  switch (`${request.method} ${pathname}`) {
    case 'GET /.well-known/openid-configuration':
      return open(jsonAnswer(200, describe(provider.issuer)));
    case 'GET /.well-known/jwks.json':
      return open(jsonAnswer(200, { keys: [provider.key.jwk] }));
    case 'GET /authorize':
    case 'POST /authorize':
      return answerAuthorize(query, form.get('username') ?? undefined, provider);
    case 'POST /token':
      return open(answerToken(form, provider));
    case 'GET /logout':
      return answerLogout(query);
    case 'OPTIONS /token':
      return open({ status: 204, headers: {}, body: Buffer.alloc(0) });
    default:
      return jsonAnswer(404, { error: 'not_found' });
  }
}

function describe(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'email', 'profile'],
  };
}

function answerToken(form: URLSearchParams, provider: Provider): HttpAnswer {
  const field = (name: string) => form.get(name) ?? '';
  const clientId = field('client_id');
  const grant =
    field('grant_type') === 'refresh_token'
      ? provider.grants.useRefreshToken(field('refresh_token'), clientId)
      : provider.grants.takeCode(field('code'), {
          clientId,
          redirectUri: field('redirect_uri'),
          codeVerifier: field('code_verifier'),
        });
  if (!grant) return jsonAnswer(400, { error: 'invalid_grant' });
  const refreshToken = form.get('refresh_token') ?? provider.grants.giveRefreshToken(grant);
  const tokens = tokensFor(grant, userOf(provider, grant), provider.key, provider);
  return jsonAnswer(200, { ...tokens, refresh_token: refreshToken });
}

function userOf({ users }: OidcIssuerOptions, { username }: Grant): OidcUser {
  const user = users.find((each) => each.username === username);
  if (!user) throw new Error(`the local OpenID provider has no user ${username}`);
  return user;
}

/** Pages of any origin may read it: a console has an origin of its own. */
function open(given: HttpAnswer): HttpAnswer {
  return {
    ...given,
    headers: { ...given.headers, 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
  };
}
