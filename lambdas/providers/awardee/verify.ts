import { hmacSha256, isSame } from '../hmac.ts';
import { genuine, refused, type Verifier } from '../provider.ts';
import { refusalOfTime } from '../signed-time.ts';

export const awardee: Verifier = {
  verify({ headers, body }, context) {
    const header = headers['x-awardee-signature'];
    if (!header) return refused('headers-missing');
    const { timestamp, signatures } = readSignature(header);
    // The signature first: only what was really signed by Awardee can be called late.
    const isSigned = usable(context.keys).some((key) => {
      const expected = hmacSha256(key, `${timestamp}.`, body);
      return signatures.some((signature) => isSame(signature, expected));
    });
    if (!isSigned) return refused('signature-mismatch');
    const reason = refusalOfTime(timestamp, context);
    return reason ? refused(reason) : genuine;
  },
  // What happened, and the id that all attempts share, are in headers alone.
  headersToKeep: ['x-awardee-delivery', 'x-awardee-event'],
};

/** `t=1767225600,v1=2a15…`: pairs in any order, and others among them some day. */
function readSignature(header: string): { timestamp: string; signatures: Buffer[] } {
  const pairs = header.split(',').map((pair) => pair.trim().split('='));
  const valuesOf = (wanted: string) =>
    pairs.flatMap(([name, value]) => (name === wanted && value ? [value] : []));
  return {
    timestamp: valuesOf('t')[0] ?? '',
    signatures: valuesOf('v1')
      .filter((hex) => /^[0-9a-f]{64}$/i.test(hex))
      .map((hex) => Buffer.from(hex, 'hex')),
  };
}

/** The whole text is the key, `whsec_` included: unlike the Standard Webhooks, Awardee does not decode it. */
function usable(keys: readonly string[]): string[] {
  const given = keys.filter((key) => key !== '');
  // Everyone can sign with an empty key. That it is empty is our own mistake, and no forgery.
  if (given.length === 0)
    throw new Error(`awardee: expected a signing secret, found none among ${keys.length} keys`);
  return given;
}
