import type { KeyObject } from 'node:crypto';
import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import {
  genuine,
  refused,
  type Verdict,
  type Verifier,
  type VerifyContext,
  type WebhookRequest,
} from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { refusalOfTime } from '../signed-time.ts';

/** Undefined when the request has none of the scheme's headers. */
type Scheme = (
  request: WebhookRequest,
  keys: readonly KeyObject[],
  context: VerifyContext,
) => Verdict | undefined;

/** SESMetric's public page describes another scheme. The README explains why it is not supported. */
const schemes: readonly Scheme[] = [signedWithTime];

export const sesmetric: Verifier = {
  verify(request, context) {
    const keys = secretKeys('sesmetric', context.keys);
    for (const scheme of schemes) {
      const verdict = scheme(request, keys, context);
      if (verdict) return verdict;
    }
    return refused('headers-missing');
  },
};

/** HMAC-SHA256 in hex over `<timestamp>.` and the raw body. */
function signedWithTime(
  { headers, body }: WebhookRequest,
  keys: readonly KeyObject[],
  context: VerifyContext,
): Verdict | undefined {
  const timestamp = headers['x-sesmetric-timestamp'];
  const signature = headers['x-sesmetric-signature'];
  if (!timestamp || !signature) return undefined;
  // The signature is checked first: only a request that was signed can be late.
  const isSigned = isSignedByOneOf(keys, [hmacFromHex(signature)], `${timestamp}.`, body);
  if (!isSigned) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  return reason ? refused(reason) : genuine;
}
