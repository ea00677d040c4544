import { isSameString } from './hmac.ts';
import { genuine, refused, type Verifier } from './provider.ts';

/** The forms of `Authorization` in which a provider can send what the operator gave it. */
type Scheme = 'basic' | 'bearer';

/** Whether a key can be used, by scheme: `user:password`, or a token. */
const usable: Readonly<Record<Scheme, RegExp>> = { basic: /^[^:]+:./s, bearer: /^[^\s:]{16,}$/ };

/**
 * For a provider that does not sign its requests, and only sends the user and password, or the token, that the operator
 * gave it. A user and password in a webhook's URL come as `Authorization: Basic` too.
 */
export function credentialsVerifier(provider: string, ...schemes: readonly Scheme[]): Verifier {
  const expected = schemes.includes('bearer')
    ? 'user:password or a token of at least 16 characters'
    : 'user:password';
  return {
    verify({ headers: { authorization } }, { keys }) {
      const known = keys.filter((key) => schemes.some((scheme) => usable[scheme].test(key)));
      // Several providers drop an event for good on a 401, so a wrong key in the secret must not be answered like a forged
      // request.
      if (known.length === 0)
        throw new Error(`${provider}: expected ${expected}, found none among ${keys.length} keys`);
      if (!authorization) return refused('headers-missing');
      const given = credentialsIn(authorization, schemes);
      // User and password are compared as one string, and with every key, so that the time reveals neither which part is
      // wrong nor which key is right.
      const matching = known.filter((credentials) => isSameString(given, credentials));
      return matching.length > 0 ? genuine : refused('credentials-wrong');
    },
  };
}

/** Returns an empty string, which is never a valid key, for any other scheme. */
function credentialsIn(authorization: string, schemes: readonly Scheme[]): string {
  const [, name = '', given = ''] = /^\s*(\w+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const scheme = schemes.find((each) => each === name.toLowerCase());
  if (!scheme) return '';
  return scheme === 'basic' ? Buffer.from(given, 'base64').toString() : given;
}

/** The header of a request with these credentials, for those who play a provider. */
export function basicHeader(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
