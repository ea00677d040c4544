import { isSameString } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';

/** Postmark signs nothing: all it can prove is that it knows the user and the password that we gave it. */
export const postmark: Verifier = {
  verify(request, context) {
    const expected = usable(context.keys);
    const authorization = request.headers['authorization'];
    if (!authorization) return refused('headers-missing');
    const given = credentialsIn(authorization);
    // User and password are compared as one string, and with every key: the time tells neither which part was wrong
    // nor which key was right.
    const matching = expected.filter((credentials) => isSameString(given, credentials));
    return matching.length > 0 ? genuine : refused('credentials-wrong');
  },
};

/** Any other scheme than Basic yields an empty string, which is never one of ours. */
function credentialsIn(authorization: string): string {
  const encoded = /^\s*basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString();
}

/** Postmark drops an event for good on a 401, so a mistake of our own must not be answered like a forgery. */
function usable(keys: readonly string[]): string[] {
  const credentials = keys.filter((key) => /^[^:]+:./s.test(key));
  if (credentials.length === 0)
    throw new Error(`postmark: expected user:password, found none among ${keys.length} keys`);
  return credentials;
}
