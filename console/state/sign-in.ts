import { Trouble } from './ask.ts';

// Signing in to a hosted console: the authorization code with PKCE. Tokens are kept in memory alone, so that nothing which is
// stored in the browser is worth stealing.

/** What the server says about it in /sign-in.json. */
export type SignIn = { readonly issuer: string; readonly clientId: string; readonly scope: string };

type Endpoints = {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly end_session_endpoint?: string;
};
type Tokens = {
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
};

/** What has to survive the way to the issuer and back. It is of no use without the code. */
type Leaving = { readonly state: string; readonly verifier: string; readonly returnTo: string };

const redirectUri = `${location.origin}/`;
const leavingKey = 'mailfold.signing-in';

export type Session = {
  /** Tells a valid access token. */
  token(): Promise<string>;
  /** Leaves the page to end the session at the issuer; undefined where it offers no way to. */
  readonly signOut: (() => void) | undefined;
};

/** Leaves the page when nobody has signed in. */
export async function signIn(settings: SignIn): Promise<Session> {
  const endpoints = await endpointsOf(settings.issuer);
  let tokens = withExpiry(await tokensFromUrl(settings, endpoints));
  const token = async () => {
    if (Date.now() < tokens.expiresAt) return tokens.access_token;
    if (tokens.refresh_token === undefined) return leave(settings, endpoints);
    const { refresh_token } = tokens;
    const renewed = await requestTokens(endpoints, {
      grant_type: 'refresh_token',
      client_id: settings.clientId,
      refresh_token,
    }).catch(() => leave(settings, endpoints));
    tokens = withExpiry({ ...tokens, ...renewed });
    return tokens.access_token;
  };
  const end = endpoints.end_session_endpoint;
  return {
    token,
    signOut: end === undefined ? undefined : () => location.assign(endUrl(end, settings, tokens.id_token)),
  };
}

/** A token is renewed a little before it ends, so that none ends on its way. */
const spareMillis = 30_000;

function withExpiry(tokens: Tokens) {
  return { ...tokens, expiresAt: Date.now() + (tokens.expires_in ?? 900) * 1_000 - spareMillis };
}

async function tokensFromUrl(settings: SignIn, endpoints: Endpoints): Promise<Tokens> {
  const answer = new URLSearchParams(location.search);
  const code = answer.get('code');
  const leaving = takeLeaving();
  if (answer.has('error') && leaving?.state === answer.get('state'))
    throw new Trouble(401, answer.get('error_description') ?? 'The sign-in was not completed.');
  // A code that nobody here has asked for could sign someone in as somebody else.
  if (code === null || leaving?.state !== answer.get('state')) return leave(settings, endpoints);
  history.replaceState(null, '', leaving.returnTo);
  return requestTokens(endpoints, {
    grant_type: 'authorization_code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: leaving.verifier,
  });
}

async function leave({ clientId, scope }: SignIn, { authorization_endpoint }: Endpoints): Promise<never> {
  const leaving: Leaving = {
    state: random(),
    verifier: random(),
    returnTo: location.pathname + location.search,
  };
  sessionStorage.setItem(leavingKey, JSON.stringify(leaving));
  const url = new URL(authorization_endpoint);
  const question = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', 'email', scope])].join(' '),
    state: leaving.state,
    code_challenge: await challengeOf(leaving.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  location.assign(url);
  // The page ends here.
  return new Promise<never>(() => {});
}

/** Cognito and OpenID have different names for the place to come back to, and ignore each other's. */
function endUrl(endpoint: string, { clientId }: SignIn, idToken: string | undefined): URL {
  const url = new URL(endpoint);
  const question = {
    client_id: clientId,
    logout_uri: redirectUri,
    post_logout_redirect_uri: redirectUri,
    ...(idToken !== undefined && { id_token_hint: idToken }),
  };
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  return url;
}

function takeLeaving(): Leaving | undefined {
  const text = sessionStorage.getItem(leavingKey);
  sessionStorage.removeItem(leavingKey);
  return text === null ? undefined : (JSON.parse(text) as Leaving);
}

async function endpointsOf(issuer: string): Promise<Endpoints> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!response.ok)
    throw new Trouble(response.status, `${new URL(issuer).host} does not say how to sign in.`);
  return (await response.json()) as Endpoints;
}

async function requestTokens({ token_endpoint }: Endpoints, fields: Record<string, string>): Promise<Tokens> {
  const response = await fetch(token_endpoint, { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Trouble(response.status, 'The sign-in was refused. Open the console again.');
  return (await response.json()) as Tokens;
}

function random(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
