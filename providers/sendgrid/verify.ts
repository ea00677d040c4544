import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { genuine, refused, type Verifier } from '../provider.ts';
import { readOnce } from '../read-once.ts';
import { refusalOfTime } from '../signed-time.ts';

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

export const sendgrid: Verifier = {
  verify(request, context) {
    const signature = request.headers[signatureHeader];
    const timestamp = request.headers[timestampHeader];
    if (!signature || !timestamp) return refused('headers-missing');
    // The signature is checked first: only a request that SendGrid has signed can be late.
    const isSigned = publicKeys(context.keys).some((key) => matches(key, signature, timestamp, request.body));
    if (!isSigned) return refused('signature-mismatch');
    const reason = refusalOfTime(timestamp, context);
    return reason ? refused(reason) : genuine;
  },
};

/** The parts are not concatenated, because the body can have 768 KB. The timestamp is signed as a string. */
function matches(key: KeyObject, signature: string, timestamp: string, body: Buffer): boolean {
  return createVerify('sha256').update(timestamp).update(body).verify(key, signature, 'base64');
}

function publicKeys(keys: readonly string[]): KeyObject[] {
  const usable = keys.map(publicKey).filter((key) => key !== undefined);
  // A wrong key in the secret must not be answered like a forged request.
  if (usable.length === 0)
    throw new Error(`sendgrid: expected a public key in base64, found none among ${keys.length} keys`);
  return usable;
}

const publicKey = readOnce((base64): KeyObject | undefined => {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : undefined;
  } catch {
    return undefined;
  }
});
