import { isSameString } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';

/** Postmark does not sign requests. It only sends the user name and password that the operator gave it. */
export const postmark: Verifier = {
  verify(request, context) {
    const expected = usable(context.keys);
    const authorization = request.headers['authorization'];
    if (!authorization) return refused('headers-missing');
    const given = credentialsIn(authorization);
    // User and password are compared as one string, and with every key, so that the time reveals neither which part is
    // wrong nor which key is right.
    const matching = expected.filter((credentials) => isSameString(given, credentials));
    return matching.length > 0 ? genuine : refused('credentials-wrong');
  },
};

/** Returns an empty string, which is never a valid key, for any scheme other than Basic. */
function credentialsIn(authorization: string): string {
  const encoded = /^\s*basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString();
}

/** Postmark drops an event for good on a 401, so a wrong key in the secret must not be answered like a forged request. */
function usable(keys: readonly string[]): string[] {
  const credentials = keys.filter((key) => /^[^:]+:./s.test(key));
  if (credentials.length === 0)
    throw new Error(`postmark: expected user:password, found none among ${keys.length} keys`);
  return credentials;
}
