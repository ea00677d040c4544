import { createHash } from 'node:crypto';
import { hmacSha256, isSameText } from '../hmac.ts';
import { canonical, type JsonObject, textOf, textsOf } from '../json.ts';
import { refused, type Verdict, type Verifier, type VerifyContext } from '../provider.ts';
import { refusalOfTime } from '../signed-time.ts';
import { halvesOf } from './request.ts';

export const mailgun: Verifier = {
  // Retries go on for eight hours and seem to keep the first signature.
  toleranceSeconds: 24 * 3600,
  verify(request, context) {
    const keys = usable(context.keys);
    try {
      const { signature, event } = halvesOf(request.body);
      return verdictOn(signature, event, { ...context, keys });
    } catch {
      // Legacy form posts, other JSON, and nesting too deep to walk through.
      return refused('body-unreadable');
    }
  },
};

function verdictOn(signature: JsonObject, event: JsonObject, context: VerifyContext): Verdict {
  const timestamp = textOf(signature['timestamp']);
  const token = textOf(signature['token']);
  // An event of a subaccount may be signed with the key of the parent account besides.
  const given = textsOf([signature['signature'], signature['parent-signature']]);
  if (!timestamp || !token || given.length === 0) return refused('not-signed');
  const signed = `${timestamp}${token}`;
  const isSigned = context.keys.some((key) => {
    const expected = hmacSha256(key, signed).toString('hex');
    return given.some((text) => isSameText(text, expected));
  });
  if (!isSigned) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  if (reason) return refused(reason);
  // Nothing marks where the timestamp ends: a digit moved from one to the other would pass for another token, so the
  // token is known by all that was signed.
  return { genuine: true, next: { type: 'enqueue-once', token: signed, bodyDigest: digestOf(event) } };
}

/** Of what the event says: a retry that writes the same in another order is the same. */
function digestOf(event: JsonObject): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(event)))
    .digest('hex');
}

/** Anyone can sign with an empty key; and a mistake of our own must not be answered like a forgery. */
function usable(keys: readonly string[]): string[] {
  const filled = keys.filter((key) => key.trim() !== '');
  if (filled.length === 0)
    throw new Error(`mailgun: expected an HTTP webhook signing key, found none among ${keys.length}`);
  return filled;
}
