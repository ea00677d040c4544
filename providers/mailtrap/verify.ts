import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';

export const mailtrap: Verifier = {
  verify({ headers, body }, context) {
    const signature = headers['mailtrap-signature'];
    if (!signature) return refused('headers-missing');
    // The key is the text of the secret. Although it is hexadecimal, it is not decoded.
    const keys = secretKeys('mailtrap', context.keys);
    return isSignedByOneOf(keys, [hmacFromHex(signature.trim())], '', body)
      ? genuine
      : refused('signature-mismatch');
  },
};
