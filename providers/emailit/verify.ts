import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { refusalOfTime } from '../signed-time.ts';

export const emailit: Verifier = {
  verify({ headers, body }, context) {
    const { 'x-emailit-timestamp': time, 'x-emailit-signature': signature } = headers;
    if (!time || !signature) return refused('headers-missing');
    // The key is the whole secret, `whsec_` included: unlike Standard Webhooks, Emailit does not decode it.
    const keys = secretKeys('emailit', context.keys);
    // The signature is checked first: only a request that Emailit has signed can be late.
    if (!isSignedByOneOf(keys, [hmacFromHex(signature)], `${time}.`, body))
      return refused('signature-mismatch');
    const reason = refusalOfTime(time, context);
    return reason ? refused(reason) : genuine;
  },
};
