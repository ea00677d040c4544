import { createPublicKey } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { vi } from 'vitest';
import { certificateUrl } from '../../providers/ses/simulate.ts';

/** A fake of Amazon's certificate server. It returns the certificates of these keys, or a fault. */
export function serveCertificates(
  signingKeys: readonly string[],
  fault?: { status?: number; error?: Error },
) {
  const get = (url: string, _options: object, answer: (response: PassThrough) => void) => {
    const request = new EventEmitter();
    // With a single key, any URL is answered, so that a test can choose one.
    const key =
      signingKeys.length === 1 ? signingKeys[0] : signingKeys.find((each) => certificateUrl(each) === url);
    setImmediate(() => {
      if (fault?.error) return request.emit('error', fault.error);
      const response = new PassThrough();
      answer(Object.assign(response, { statusCode: fault?.status ?? (key ? 200 : 404) }));
      return response.end(key && certificateOf(key));
    });
    return request;
  };
  return vi.spyOn(https, 'get').mockImplementation(get as unknown as typeof https.get);
}

/** What stands for the certificate of a key: its public half. Node verifies with either. */
export function certificateOf(signingKey: string): string {
  return createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString();
}
