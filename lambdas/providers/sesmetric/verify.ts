import { hmacSha256, isSame } from '../hmac.ts';
import {
  genuine,
  refused,
  type Verdict,
  type Verifier,
  type VerifyContext,
  type WebhookRequest,
} from '../provider.ts';
import { refusalOfTime } from '../signed-time.ts';

/** Undefined when the request has none of the scheme's headers. */
type Scheme = (request: WebhookRequest, context: VerifyContext) => Verdict | undefined;

/** SESMetric's public page describes another one; the README tells why it is not here. It would be one more function. */
const schemes: readonly Scheme[] = [signedWithTime];

export const sesmetric: Verifier = {
  verify(request, context) {
    const keys = context.keys.filter((key) => key !== '');
    // Everyone can sign with an empty key. That it is empty is our own mistake, and no forgery.
    if (keys.length === 0)
      throw new Error(`sesmetric: expected a signing secret, found none among ${context.keys.length} keys`);
    for (const scheme of schemes) {
      const verdict = scheme(request, { ...context, keys });
      if (verdict) return verdict;
    }
    return refused('headers-missing');
  },
};

/** Hex HMAC-SHA256 over `<timestamp>.` and the body as it came. */
function signedWithTime({ headers, body }: WebhookRequest, context: VerifyContext): Verdict | undefined {
  const timestamp = headers['x-sesmetric-timestamp'];
  const signature = headers['x-sesmetric-signature'];
  if (!timestamp || !signature) return undefined;
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  // The signature first: only what was really signed can be called late.
  const isSigned = context.keys.some((key) => isSame(given, hmacSha256(key, `${timestamp}.`, body)));
  if (!isSigned) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  return reason ? refused(reason) : genuine;
}
