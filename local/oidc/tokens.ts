import { randomUUID } from 'node:crypto';
import type { Grant } from './grants.ts';
import type { SigningKey } from './signing-key.ts';

/** Somebody who can sign in. */
export type OidcUser = {
  readonly username: string;
  readonly email?: string;
  readonly groups?: readonly string[];
};

export type TokenSettings = {
  readonly issuer: string;
  /** @default 900 */
  readonly lifetimeSeconds?: number;
  /** The claim with a user's groups. @default cognito:groups */
  readonly groupsClaim?: string;
};

/** The tokens that a user pool of Cognito would give: an access token names the client, and an ID token has it as its audience. */
export function tokensFor(grant: Grant, user: OidcUser, key: SigningKey, settings: TokenSettings) {
  const { issuer, lifetimeSeconds = 900, groupsClaim = 'cognito:groups' } = settings;
  const now = Math.floor(Date.now() / 1_000);
  const shared = {
    iss: issuer,
    sub: user.username,
    iat: now,
    exp: now + lifetimeSeconds,
    auth_time: now,
    jti: randomUUID(),
    ...(user.groups && { [groupsClaim]: user.groups }),
    ...(user.email && { email: user.email }),
  };
  const access = {
    ...shared,
    token_use: 'access',
    client_id: grant.clientId,
    username: user.username,
    scope: grant.scopes.join(' '),
  };
  const id = {
    ...shared,
    token_use: 'id',
    aud: grant.clientId,
    ...(grant.nonce !== undefined && { nonce: grant.nonce }),
  };
  return {
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    access_token: key.sign(access),
    scope: access.scope,
    ...(grant.scopes.includes('openid') && { id_token: key.sign(id) }),
  };
}
