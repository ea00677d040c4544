import { createHash, randomBytes } from 'node:crypto';

/** What a client asks for on behalf of a user. */
export type Grant = {
  readonly username: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly nonce?: string;
};

/** A code is bound to the request that it was given for. */
type CodeRequest = { readonly redirectUri: string; readonly codeChallenge: string };

export type Grants = {
  /** A code that can be exchanged once, within a minute. */
  giveCode(grant: Grant, request: CodeRequest): string;
  takeCode(
    code: string,
    proof: { readonly clientId: string; readonly redirectUri: string; readonly codeVerifier: string },
  ): Grant | undefined;
  giveRefreshToken(grant: Grant): string;
  /** A refresh token can be used again and again, by its client. */
  useRefreshToken(token: string, clientId: string): Grant | undefined;
};

const codeMillis = 60_000;

export function createGrants(now: () => number = Date.now): Grants {
  const codes = new Map<
    string,
    { readonly grant: Grant; readonly request: CodeRequest; readonly givenAt: number }
  >();
  const refreshTokens = new Map<string, Grant>();
  const random = () => randomBytes(32).toString('base64url');
  return {
    giveCode(grant, request) {
      const code = random();
      codes.set(code, { grant, request, givenAt: now() });
      return code;
    },
    takeCode(code, { clientId, redirectUri, codeVerifier }) {
      const given = codes.get(code);
      // Also when the proof is wrong: whoever has stolen a code gets one attempt.
      codes.delete(code);
      if (!given || now() - given.givenAt > codeMillis) return undefined;
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const isProven =
        given.grant.clientId === clientId &&
        given.request.redirectUri === redirectUri &&
        given.request.codeChallenge === challenge;
      return isProven ? given.grant : undefined;
    },
    giveRefreshToken(grant) {
      const token = random();
      refreshTokens.set(token, grant);
      return token;
    },
    useRefreshToken(token, clientId) {
      const grant = refreshTokens.get(token);
      return grant?.clientId === clientId ? grant : undefined;
    },
  };
}
