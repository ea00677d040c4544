import { hash, type KeyObject } from 'node:crypto';
import { hmacFromHex, isSignedByOneOf } from '../hmac.ts';
import { canonical, type JsonObject, stringOf, stringsOf } from '../json.ts';
import { refused, type Verdict, type Verifier, type VerifyContext } from '../provider.ts';
import { secretKeys } from '../secret-keys.ts';
import { refusalOfTime } from '../signed-time.ts';
import { signatureAndEvent } from './request.ts';

export const mailgun: Verifier = {
  verify(request, context) {
    const keys = secretKeys('mailgun', context.keys);
    try {
      const { signature, event } = signatureAndEvent(request.body);
      return verdictOn(signature, event, keys, context);
    } catch {
      // Other JSON, or JSON that is nested too deeply.
      return refused('body-unreadable');
    }
  },
};

function verdictOn(
  signature: JsonObject,
  event: JsonObject,
  keys: readonly KeyObject[],
  context: VerifyContext,
): Verdict {
  const timestamp = stringOf(signature['timestamp']);
  const token = stringOf(signature['token']);
  // An event of a subaccount may also be signed with the key of the parent account.
  const given = stringsOf([signature['signature'], signature['parent-signature']]);
  if (!timestamp || !token || given.length === 0) return refused('not-signed');
  if (!isSignedByOneOf(keys, given.map(hmacFromHex), timestamp, token)) return refused('signature-mismatch');
  const reason = refusalOfTime(timestamp, context);
  if (reason) return refused(reason);
  // Timestamp and token are signed without a separator. An attacker could move a digit from one to the other and get a
  // new token, so both together identify the token.
  const signed = `${timestamp}${token}`;
  return { genuine: true, next: { type: 'enqueue-once', token: signed, bodyDigest: digestOf(event) } };
}

/** Digest of the canonical event, so that a retry with another order of keys has the same digest. */
function digestOf(event: JsonObject): string {
  return hash('sha256', JSON.stringify(canonical(event)));
}
