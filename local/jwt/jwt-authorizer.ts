import type { IssuerKeys } from './issuer-keys.ts';
import { type Claims, isSignedBy, parseJwt } from './jwt.ts';

export type JwtAuthorizerSettings = {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The header that has the token, in lower case. */
  readonly header: string;
};

/** What a function gets to know about the caller. */
export type JwtContext = {
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: readonly string[] | null;
};

export type JwtVerdict =
  | { readonly allowed: true; readonly context: JwtContext }
  | { readonly allowed: false; readonly status: 401 | 403; readonly challenge: string };

export type JwtAuthorizer = {
  readonly settings: JwtAuthorizerSettings;
  /** `scopes`: the token must have one of them, if there are any. */
  check(token: string | undefined, scopes: readonly string[]): Promise<JwtVerdict>;
};

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html */
export function createJwtAuthorizer(
  settings: JwtAuthorizerSettings,
  keys: IssuerKeys,
  now: () => number = Date.now,
): JwtAuthorizer {
  return {
    settings,
    async check(token, scopes) {
      if (!token) return { allowed: false, status: 401, challenge: 'Bearer' };
      const parsed = parseJwt(token.replace(/^Bearer\s+/i, ''));
      if (!parsed) return refused('the token is malformed');
      const key = await keys.find(parsed.keyId).catch(() => undefined);
      if (!key) return refused('unable to find the key of the token');
      if (!isSignedBy(parsed, key)) return refused('the signature of the token is wrong');
      const wrong = wrongClaim(parsed.claims, settings, now() / 1_000);
      if (wrong) return refused(wrong);
      const held = scopesOf(parsed.claims);
      if (scopes.length > 0 && !scopes.some((scope) => held.includes(scope))) {
        return {
          allowed: false,
          status: 403,
          challenge: `Bearer scope="${scopes.join(' ')}" error="insufficient_scope"`,
        };
      }
      return {
        allowed: true,
        context: { claims: asStrings(parsed.claims), scopes: scopes.length > 0 ? held : null },
      };
    },
  };
}

function refused(reason: string): JwtVerdict {
  return {
    allowed: false,
    status: 401,
    challenge: `Bearer error="invalid_token" error_description="${reason}"`,
  };
}

function wrongClaim(
  claims: Claims,
  { issuer, audience }: JwtAuthorizerSettings,
  seconds: number,
): string | undefined {
  const { iss, aud, client_id: clientId, exp, nbf, iat } = claims;
  if (iss !== issuer) return 'the token has another issuer';
  // An access token of Cognito names its client instead of an audience.
  const named = [aud ?? clientId].flat();
  if (!named.some((each) => audience.includes(String(each)))) return 'the token has another audience';
  if (typeof exp !== 'number' || exp <= seconds) return 'the token has expired';
  if (typeof nbf === 'number' && nbf > seconds) return 'the token is not valid yet';
  if (typeof iat === 'number' && iat > seconds) return 'the token was issued in the future';
  return undefined;
}

/** Providers write them as one string in `scope`, or as a list in `scp`. */
function scopesOf({ scope, scp }: Claims): string[] {
  return [scope ?? scp ?? []].flat().flatMap((each) => String(each).split(' ').filter(Boolean));
}

/** API Gateway hands every claim over as a string: a list `["a", "b"]` as `[a b]`. */
function asStrings(claims: Claims): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asString(value)]));
}

function asString(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asString).join(' ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}:${asString(inner)}`);
  return `map[${entries.join(' ')}]`;
}
