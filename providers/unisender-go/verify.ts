import { isSame } from '../hmac.ts';
import { isObject } from '../json.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { md5With } from './auth.ts';

export const unisenderGo: Verifier = {
  verify({ body }, { keys }) {
    const known = keys.filter((key) => key.trim() !== '');
    // A wrong key in the secret must not be answered like a forged request.
    if (known.length === 0)
      throw new Error(`unisender-go: expected an API key, found none among ${keys.length} keys`);
    const auth = authIn(body);
    if (auth === undefined) return refused('not-signed');
    // The bytes are signed as they came. Written again, escapes and the order of keys would differ.
    const at = body.indexOf(auth);
    const [start, end] = [body.subarray(0, at), body.subarray(at + auth.length)];
    const given = Buffer.from(auth, 'hex');
    const isSigned = known.some((key) => isSame(given, md5With(key, start, end)));
    return isSigned ? genuine : refused('signature-mismatch');
  },
};

/**
 * The value of `auth`. The whole body must be JSON: to what is signed with MD5 in this way, anybody can add bytes at the end, and
 * only a strict parser notices them.
 */
function authIn(body: Buffer): string | undefined {
  try {
    const content: unknown = JSON.parse(body.toString());
    const auth = isObject(content) ? content['auth'] : undefined;
    return typeof auth === 'string' && /^[0-9a-f]{32}$/.test(auth) ? auth : undefined;
  } catch {
    return undefined;
  }
}
