import { type HttpAnswer, jsonAnswer } from '../http-answer.ts';
import type { Grants } from './grants.ts';
import { signInPage } from './sign-in-page.ts';
import type { OidcUser } from './tokens.ts';

type Provider = { readonly users: readonly OidcUser[]; readonly grants: Grants };

/** `username`: whom the person has chosen to be; undefined before that. */
export function answerAuthorize(
  query: URLSearchParams,
  username: string | undefined,
  { users, grants }: Provider,
): HttpAnswer {
  const field = (name: string) => query.get(name) ?? '';
  const redirectUri = field('redirect_uri');
  // A code is as good as a token, so it never leaves this machine.
  if (!isLocal(redirectUri)) {
    return jsonAnswer(400, {
      error: 'invalid_request',
      error_description: 'redirect_uri must be a URL of this machine',
    });
  }
  const back = (fields: Record<string, string>) =>
    redirect(redirectUri, { ...fields, state: field('state') });
  if (field('response_type') !== 'code') return back({ error: 'unsupported_response_type' });
  if (!field('client_id') || !field('code_challenge') || field('code_challenge_method') !== 'S256') {
    return back({ error: 'invalid_request', error_description: 'client_id and PKCE with S256 are needed' });
  }
  if (username === undefined) return page(signInPage(users, query.toString()));
  if (!users.some((user) => user.username === username)) return back({ error: 'access_denied' });
  const nonce = query.get('nonce');
  const grant = {
    username,
    clientId: field('client_id'),
    scopes: field('scope').split(' ').filter(Boolean),
    ...(nonce !== null && { nonce }),
  };
  return back({ code: grants.giveCode(grant, { redirectUri, codeChallenge: field('code_challenge') }) });
}

/** There is no session to end. */
export function answerLogout(query: URLSearchParams): HttpAnswer {
  const target = query.get('post_logout_redirect_uri') ?? query.get('logout_uri') ?? '';
  return isLocal(target)
    ? redirect(target, {})
    : page('<!doctype html><title>Signed out</title><p>Signed out.');
}

function isLocal(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  );
}

function redirect(target: string, fields: Readonly<Record<string, string>>): HttpAnswer {
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href }, body: Buffer.alloc(0) };
}

function page(html: string): HttpAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    },
    body: Buffer.from(html),
  };
}
