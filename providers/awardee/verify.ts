import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { refusalOfTime } from '../signed-time.ts';

export const awardee: Verifier = {
  verify({ headers, body }, context) {
    const header = headers['x-awardee-signature'];
    if (!header) return refused('headers-missing');
    const { timestamp, hmacs } = readSignature(header);
    // The key is the whole secret, `whsec_` included: unlike Standard Webhooks, Awardee does not decode it.
    const keys = secretKeys('awardee', context.keys);
    // The signature is checked first: only a request that Awardee has signed can be late.
    if (!isSignedByOneOf(keys, hmacs, `${timestamp}.`, body)) return refused('signature-mismatch');
    const reason = refusalOfTime(timestamp, context);
    return reason ? refused(reason) : genuine;
  },
};

/** `t=1767225600,v1=2a15…`: pairs in any order. Unknown pairs are ignored. */
function readSignature(header: string): { timestamp: string; hmacs: Buffer[] } {
  let timestamp = '';
  const hmacs: Buffer[] = [];
  for (const part of header.split(',')) {
    const pair = part.trim();
    if (pair.startsWith('t=')) timestamp ||= pair.slice(2);
    else if (pair.startsWith('v1=')) hmacs.push(hmacFromHex(pair.slice(3)));
  }
  return { timestamp, hmacs };
}
